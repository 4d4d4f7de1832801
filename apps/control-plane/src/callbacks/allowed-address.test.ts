import { expect, test } from '@jest/globals';
import { promisify } from 'node:util';
import { assertAllowedHost, createGuardedLookup, isPublicAddress } from './allowed-address.ts';

test.each(['8.8.8.8', '172.15.0.1', '172.32.0.1', '2606:4700::1111', '2a00:1450:4001::5'])(
  'takes %s for public',
  (address) => expect(isPublicAddress(address)).toBe(true),
);

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  'fe80::1',
  'fd00::1',
  'ff02::1',
  '::ffff:10.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::a00:1',
  '2002:7f00:1::',
  '2001:db8::1',
])('takes %s for private or reserved', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(['http://127.1/', 'http://0x7f000001/', 'http://2130706433/', 'http://[::1]:8080/'])(
  'refuses %s, however the address is written',
  (url) => {
    expect(() => assertAllowedHost(new URL(url), isPublicAddress)).toThrow(
      expect.objectContaining({ code: 'address-refused' }),
    );
  },
);

test('refuses a name that leads to refused addresses only', async () => {
  const lookup = promisify(createGuardedLookup(isPublicAddress));
  await expect(lookup('localhost', {})).rejects.toMatchObject({
    code: 'address-refused',
    message: expect.stringMatching('"localhost"'),
  });
});

test('resolves a name to allowed addresses, in both shapes', async () => {
  const lookup = promisify(createGuardedLookup((address) => address === '127.0.0.1'));
  expect(await lookup('localhost', { all: true })).toEqual([{ address: '127.0.0.1', family: 4 }]);
  expect(await lookup('localhost', {})).toBe('127.0.0.1');
});
