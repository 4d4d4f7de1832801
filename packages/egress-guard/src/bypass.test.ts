import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createEgressGuard, type EgressSettings } from './create-egress-guard.ts';
import { startListener, type TestListener } from './testing/start-listener.ts';

/** Takes connections on every address of this machine, both families, and must see none. */
let listener: TestListener;
beforeAll(async () => {
  listener = await startListener((_request, response) => response.end('reached'), { host: '::' });
});
afterAll(async () => listener[Symbol.asyncDispose]());

const closed: EgressSettings = { allowPrivateAddresses: false };
const local: EgressSettings = { allowPrivateAddresses: true };

/** The rule that refuses a request, and how many connections were made all the same. */
async function refusal(
  url: string,
  { settings = closed, headers = {} }: { settings?: EgressSettings; headers?: object } = {},
): Promise<{ readonly rule: unknown; readonly connections: number }> {
  const before = listener.connectionCount();
  const guard = createEgressGuard(settings);
  const rule = await guard
    .request(url.replaceAll('PORT', `${listener.port}`), {
      timeoutMs: 2000,
      headers: { ...headers },
    })
    .then(
      () => 'none',
      (error: object) => ('rule' in error ? error.rule : error),
    );
  return { rule, connections: listener.connectionCount() - before };
}

function refusedBy(rule: string) {
  return { rule, connections: 0 };
}

test('the listener sees requests that nobody refuses', async () => {
  const guard = createEgressGuard(local);
  expect(await guard.request(`http://127.0.0.1:${listener.port}/`)).toMatchObject({ status: 200 });
  expect(await guard.request(`http://[::1]:${listener.port}/`)).toMatchObject({ status: 200 });
});

test.each([
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.127.255.254',
  '169.254.0.1',
  '169.254.169.254',
  '169.254.170.2',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '192.0.0.1',
  '192.0.0.192',
  '192.0.2.1',
  '192.88.99.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '100.100.100.200',
  '168.63.129.16',
])('refuses the IPv4 address %s', async (address) => {
  expect(await refusal(`http://${address}:PORT/`)).toEqual(refusedBy('address'));
});

test.each([
  '::',
  '::1',
  '0:0:0:0:0:0:0:1',
  '::127.0.0.1',
  '::7f00:1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:8.8.8.8',
  '::ffff:0:127.0.0.1',
  '64:ff9b::127.0.0.1',
  '64:ff9b:1::7f00:1',
  '100::1',
  '2001::1',
  '2001:0:7f00:1::',
  '2001:db8::1',
  '2001:2::1',
  '2001:20::1',
  '2002:7f00:1::',
  '3fff::1',
  '5f00::1',
  'fc00::1',
  'fd00::1',
  'fd00:ec2::254',
  'fe80::1',
  'febf::1',
  'fec0::1',
  'ff02::1',
  '4000::1',
])('refuses the IPv6 address %s', async (address) => {
  expect(await refusal(`http://[${address}]:PORT/`)).toEqual(refusedBy('address'));
});

test.each([
  'http://2130706433:PORT/',
  'http://0x7f000001:PORT/',
  'http://0x7f.0.0.1:PORT/',
  'http://0177.0.0.1:PORT/',
  'http://017700000001:PORT/',
  'http://127.1:PORT/',
  'http://127.0.1:PORT/',
  'http://0:PORT/',
  'http://127.0.0.1.:PORT/',
  'http://127.000.000.001:PORT/',
  'http://%31%32%37.0.0.1:PORT/',
  'http://①②⑦.⓪.⓪.①:PORT/',
  'http://127。0。0。1:PORT/',
  'http:127.0.0.1:PORT/',
  'http:\\\\127.0.0.1:PORT/',
  'http:///127.0.0.1:PORT/',
  'http://127.0.0.1\t:PORT/',
  'http://12\n7.0.0.1:PORT/',
  'http://134744072/',
])('refuses the form of %j, even where private addresses are open', async (url) => {
  expect(await refusal(url, { settings: local })).toEqual(refusedBy('host_form'));
});

test.each([
  'http://user@127.0.0.1:PORT/',
  'http://user:word@127.0.0.1:PORT/',
  'http://8.8.8.8@127.0.0.1:PORT/',
  'http://:word@127.0.0.1:PORT/',
  'http://public.example%40x:y@127.0.0.1:PORT/',
])('refuses the credentials in %s', async (url) => {
  expect(await refusal(url, { settings: local })).toEqual(refusedBy('credentials'));
});

test.each([
  ['ftp://127.0.0.1:PORT/', 'scheme'],
  ['file:///etc/passwd', 'scheme'],
  ['gopher://127.0.0.1:PORT/_x', 'scheme'],
  ['data:text/plain,x', 'scheme'],
  ['javascript:1', 'scheme'],
  ['unix:/var/run/docker.sock', 'scheme'],
  ['ws://127.0.0.1:PORT/', 'scheme'],
  ['//127.0.0.1:PORT/', 'url'],
  ['127.0.0.1:PORT', 'url'],
  ['', 'url'],
  ['http://', 'url'],
  ['http://[fe80::1%25lo]:PORT/', 'url'],
  ['http://[::1%lo]:PORT/', 'url'],
  ['http://127.0.0.1:99999/', 'url'],
  ['http://256.256.256.256/', 'url'],
])('refuses %j by the rule %s', async (url, rule) => {
  expect(await refusal(url, { settings: local })).toEqual(refusedBy(rule));
});

test.each([22, 25, 110, 143, 465, 587, 6000, 6667])('refuses port %i', async (port) => {
  const url = `http://127.0.0.1:${port}/`;
  expect(await refusal(url, { settings: local })).toEqual(refusedBy('port'));
});

test.each([
  'http://localhost:PORT/',
  'http://LOCALHOST:PORT/',
  'http://localhost.:PORT/',
  'http://ip6-localhost.test:PORT/',
  'http://mapped.test:PORT/',
  'http://metadata.test:PORT/',
  'http://intranet.test:PORT/',
  'http://zone.test:PORT/',
  'http://rubbish.test:PORT/',
])('refuses %s for where it leads', async (url) => {
  const addresses: Record<string, string> = {
    localhost: '127.0.0.1',
    'localhost.': '127.0.0.1',
    'ip6-localhost.test': '::1',
    'mapped.test': '::ffff:127.0.0.1',
    'metadata.test': '169.254.169.254',
    'intranet.test': '10.0.0.8',
    'zone.test': 'fe80::1%lo',
    'rubbish.test': '127.0.0.1 8.8.8.8',
  };
  const resolve = (hostname: string) =>
    Promise.resolve([{ address: addresses[hostname] ?? '', family: 4 }]);
  expect(await refusal(url, { settings: { ...closed, resolve } })).toEqual(refusedBy('address'));
});

test('tells the rule, and not what a name leads to', async () => {
  const guard = createEgressGuard({ ...closed, resolve: resolveToIntranet });
  const request = guard.request('http://intranet.test/');
  await expect(request).rejects.toThrow(/^The request was refused by the egress rule "address": /);
  await expect(request).rejects.toThrow(/^[^\d]*$/);
});

test('refuses names of this machine as the system resolves them', async () => {
  expect(await refusal('http://localhost:PORT/')).toEqual(refusedBy('address'));
});

test.each(['169.254.169.254', '100.100.100.200', '0.0.0.0', '224.0.0.1', '192.0.2.1'])(
  'keeps %s closed where private addresses are open',
  async (address) => {
    expect(await refusal(`http://${address}:PORT/`, { settings: local })).toEqual(
      refusedBy('address'),
    );
  },
);

test.each(['[fd00:ec2::254]', '[fe80::1]', '[::ffff:127.0.0.1]', '[::127.0.0.1]', '[::]'])(
  'keeps %s closed where private addresses are open',
  async (host) => {
    expect(await refusal(`http://${host}:PORT/`, { settings: local })).toEqual(
      refusedBy('address'),
    );
  },
);

test.each<readonly [string, string]>([
  ['Host', 'internal'],
  ['content-length', '3'],
  ['Transfer-Encoding', 'chunked'],
  ['Connection', 'upgrade'],
  ['upgrade', 'h2c'],
  ['proxy-authorization', 'x'],
  ['x-a', 'b\r\nhost: internal'],
  ['x\r\nhost', 'internal'],
  ['x y', 'z'],
])('refuses the header %j', async (name, value) => {
  const options = { settings: local, headers: { [name]: value } };
  expect(await refusal('http://127.0.0.1:PORT/', options)).toEqual(refusedBy('header'));
});

function resolveToIntranet() {
  return Promise.resolve([{ address: '10.0.0.8', family: 4 }]);
}
