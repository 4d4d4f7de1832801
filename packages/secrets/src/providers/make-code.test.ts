import { expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { SecretUnavailableError } from '../index.ts';
import { makeCode } from './make-code.ts';

const refuse = (reason: string) => new SecretUnavailableError('code[0]', reason);
/** The seeds of RFC 6238, appendix B, for each hash. */
const seeds = {
  SHA1: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
  SHA256: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZA',
  SHA512:
    'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNA',
};

function codeAt(seed: string, seconds: number, digits = 8): string {
  return makeCode(seed, { digits, at: new Date(seconds * 1000), refuse }).code;
}

function endAt(seed: string, seconds: number): number {
  const at = new Date(seconds * 1000);
  return makeCode(seed, { digits: 6, at, refuse }).expiresAt.getTime() / 1000;
}

test.each([
  [59, 'SHA1', '94287082'],
  [59, 'SHA256', '46119246'],
  [59, 'SHA512', '90693936'],
  [1_111_111_109, 'SHA1', '07081804'],
  [1_111_111_109, 'SHA256', '68084774'],
  [1_111_111_109, 'SHA512', '25091201'],
  [1_111_111_111, 'SHA1', '14050471'],
  [1_234_567_890, 'SHA1', '89005924'],
  [2_000_000_000, 'SHA1', '69279037'],
  [20_000_000_000, 'SHA1', '65353130'],
  [20_000_000_000, 'SHA512', '47863826'],
] as const)('makes the code of RFC 6238 for %i s and %s', (seconds, hash, code) => {
  expect(codeAt(`otpauth://totp/a?secret=${seeds[hash]}&algorithm=${hash}`, seconds)).toBe(code);
});

// proves service: TOTP: RFC 6238
test.each([6, 7, 8])('agrees with oathtool on %i digits, for seeds of any length', (digits) => {
  for (const seed of ['JBSWY3DPEHPK3PXP', 'MFRGGZDF', seeds.SHA1]) {
    for (const seconds of [0, 29, 30, 1_700_000_000, 1_700_000_029]) {
      const at = `@${seconds}`;
      const arguments_ = ['--totp', '-b', '-d', String(digits), '-N', at, seed];
      const expected = execFileSync('oathtool', arguments_, { encoding: 'utf8' }).trim();
      expect(codeAt(seed, seconds, digits)).toBe(expected);
    }
  }
});

test('supports up to ten digits', () => {
  expect(codeAt(seeds.SHA1, 59, 9)).toBe('094287082');
  expect(codeAt(seeds.SHA1, 59, 10)).toBe('1094287082');
});

test.each(['jbsw y3dp ehpk 3pxp', ' JBSWY3DPEHPK3PXP==== ', 'jbsw-y3dp-ehpk-3pxp'])(
  'reads the seed in common notations: "%s"',
  (seed) => {
    expect(codeAt(seed, 59)).toBe(codeAt('JBSWY3DPEHPK3PXP', 59));
  },
);

test('returns when the code expires', () => {
  expect([0, 29.9, 30].map((seconds) => endAt(seeds.SHA1, seconds))).toEqual([30, 30, 60]);
  expect(endAt(`otpauth://totp/a?secret=${seeds.SHA1}&period=60`, 61)).toBe(120);
});

test.each(['', 'not base32!', '0189', 'otpauth://totp/a', 'otpauth://totp/a?secret=A&period=0'])(
  'refuses an invalid seed without showing it: "%s"',
  (seed) => {
    const make = () => codeAt(seed, 59);
    expect(make).toThrow(SecretUnavailableError);
    expect(make).toThrow(
      'The secret code[0] could not be read: its value is not a seed for one-time codes: base32 has A to Z and 2 to 7.',
    );
  },
);
