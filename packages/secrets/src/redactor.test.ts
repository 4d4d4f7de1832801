import { expect, test } from '@jest/globals';
import { createRedactor } from './index.ts';

const password = 'pä$$ "w/rd"+1';

test.each([
  ['as it is', password],
  ['in a URL', encodeURIComponent(password)],
  [
    'in a URL with lower-case hexadecimal digits',
    encodeURIComponent(password)
      .replace('%C3%A4', '%c3%a4')
      .replaceAll('%2F', '%2f')
      .replaceAll('%2B', '%2b'),
  ],
  ['in a form body', new URLSearchParams({ p: password }).toString().slice(2)],
  ['in JSON', JSON.stringify(password).slice(1, -1)],
  ['in ASCII-only JSON', String.raw`p\u00e4$$ \"w/rd\"+1`],
])('replaces a secret %s', (_form, text) => {
  const redact = createRedactor([password]);

  expect(redact(`value=${text};`)).toBe('value=[redacted];');
});

const awkward = `a&b<c>"d'e/f+ö`;

test.each([
  ['JSON of PHP', String.raw`a&b<c>\"d'e\/f+\u00f6`],
  ['JSON of Go', String.raw`a\u0026b\u003cc\u003e\"d'e/f+ö`],
  ['JSON of .NET', String.raw`a\u0026b\u003Cc\u003E\u0022d\u0027e/f\u002B\u00F6`],
  ['JSON within JSON', JSON.stringify(JSON.stringify(awkward)).slice(3, -3)],
  ['an HTML text', `a&amp;b&lt;c&gt;"d'e/f+ö`],
  ['an HTML attribute', `a&amp;b&lt;c&gt;&quot;d&#39;e/f+ö`],
  ['HTML as escaped by Python', `a&amp;b&lt;c&gt;&quot;d&#x27;e/f+ö`],
  ['HTML of Go', `a&amp;b&lt;c&gt;&#34;d&#39;e/f+ö`],
  ['a URL within a URL', encodeURIComponent(encodeURIComponent(awkward))],
])('replaces a secret in %s', (_form, text) => {
  expect(createRedactor([awkward])(`value=${text};`)).toBe('value=[redacted];');
});

const awake = 'pä<"w/rd"+1&x';
const percent = (text: string) =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
const each = (text: string, write: (codePoint: number) => string) =>
  Array.from(text, (character) => write(character.codePointAt(0) ?? 0)).join('');

test.each([
  [
    'a URL within a URL within a URL',
    encodeURIComponent(encodeURIComponent(encodeURIComponent(awake))),
  ],
  ['every byte percent-encoded', percent(awake)],
  ['decimal entities', each(awake, (code) => `&#${code};`)],
  ['hexadecimal entities', each(awake, (code) => `&#x${code.toString(16)};`)],
  ['entities within a URL', encodeURIComponent(each(awake, (code) => `&#${code};`))],
  ['JavaScript \\u escapes', each(awake, (code) => `\\u{${code.toString(16)}}`)],
  ['JavaScript \\x escapes', each('pass-word', (code) => `\\x${code.toString(16)}`)],
  [
    'zero-width characters',
    each(awake, (code) => `${String.fromCodePoint(code)}\u200b`).slice(0, -1),
  ],
  ['soft hyphens', each(awake, (code) => `${String.fromCodePoint(code)}\u00ad`).slice(0, -1)],
  ['full-width letters', each('pass-word', (code) => String.fromCodePoint(code + 0xfee0))],
  ['hexadecimal digits', Buffer.from(awake).toString('hex')],
  ['upper-case hexadecimal digits', Buffer.from(awake).toString('hex').toUpperCase()],
])('replaces a secret in %s', (_form, text) => {
  expect(createRedactor([awake, 'pass-word'])(`value=${text}.`)).toBe('value=[redacted].');
});

test('replaces base64 of base64', () => {
  const twice = Buffer.from(Buffer.from('correct horse').toString('base64')).toString('base64');
  const rest = createRedactor(['correct horse'])(twice).replace('[redacted]', '');
  expect(rest.length).toBeLessThanOrEqual(6);
});

test('leaves escapes without a secret alone', () => {
  const text = String.raw`a%20b &amp; c\u0041 ＡＢ 100% & more \ %zz &#xffffffff; %e4`;
  expect(createRedactor(['correct horse'])(text)).toBe(text);
});

test('hides everything from the start of a secret to the end of the word', () => {
  const redact = createRedactor(['correct-horse-battery'], {
    shortestBeginning: ({ length }) => length / 2,
  });
  expect(redact('a=correct-horse%253Cbattery b')).toBe('a=[redacted] b');
  expect(redact('file correct-horse_bat.pdf, c')).toBe('file [redacted], c');
  expect(redact('correct-horse-battery.pdf')).toBe('[redacted].pdf');
});

test.each([
  ['escapes', '%25'.repeat(400_000)],
  ['entities', '&#38;'.repeat(200_000)],
  ['backslashes', '\\'.repeat(1_000_000)],
  ['full-width letters', 'Ａ'.repeat(500_000)],
])('takes linear time for a text of %s', (_what, text) => {
  const before = process.cpuUsage();
  createRedactor(['correct horse'])(text);
  expect(process.cpuUsage(before).user).toBeLessThan(10_000_000);
});

test.each([
  ['a single-line field', ' key\r\nof two lines\n', 'keyof two lines'],
  ['a multi-line field', 'key\r\nof two lines', 'key\nof two lines'],
  ['a page', '  two  words\tor three ', 'two words or three'],
  ['a field, then a URL', 'p&ssword\n', 'p%26ssword'],
  ['capitals', 'Correct-Horse-ß', 'CORRECT-HORSE-SS'],
  ['small letters', 'Correct-Horse', 'correct-horse'],
])('replaces what %s makes of a secret', (_place, secret, shown) => {
  expect(createRedactor([secret])(`<${shown}>`)).toBe('<[redacted]>');
});

test('leaves alone words that differ from a short secret in case', () => {
  expect(createRedactor(['Admin'])('Admin, admin')).toBe('[redacted], admin');
});

test.each(['u', 'us', 'use', 'user'])(
  'replaces a secret in a Basic authorization of "%s"',
  (user) => {
    const redact = createRedactor(['correct horse battery']);
    const basic = Buffer.from(`${user}:correct horse battery`).toString('base64');

    const redacted = redact(`Authorization: Basic ${basic}`);

    expect(redacted).toContain('[redacted]');
    const rest = redacted.replace('Authorization: Basic ', '').replace('[redacted]', '');
    expect(rest.length).toBeLessThanOrEqual(12);
  },
);

test('replaces base64 of either alphabet', () => {
  const secret = '~~~???>>>ÿÿÿ';
  const redact = createRedactor([secret]);

  expect(redact(Buffer.from(secret).toString('base64'))).toBe('[redacted]');
  expect(redact(Buffer.from(secret).toString('base64url'))).toBe('[redacted]');
});

test('covers a secret that is part of another, and overlapping secrets', () => {
  const redact = createRedactor(['abcdef', 'abcdefgh', 'ghijkl']);

  expect(redact('1 abcdefgh 2')).toBe('1 [redacted] 2');
  expect(redact('1 abcdefghijkl 2')).toBe('1 [redacted] 2');
});

test('finds a secret after a partial match of another', () => {
  const redact = createRedactor(['aaab', 'aabcc']);

  expect(redact('aaaabcc.')).toBe('a[redacted].');
  expect(redact('aabc.')).toBe('aabc.');
});

test('leaves secrets of fewer than four characters and strings without a secret unchanged', () => {
  const redact = createRedactor(['', '1', 'abc']);

  expect(redact('abc 123')).toBe('abc 123');
  expect(createRedactor([])('text')).toBe('text');
});

test('accepts a secret with half a surrogate pair', () => {
  expect(createRedactor(['half \ud83d pair'])('a half \ud83d pair b')).toBe('a [redacted] b');
});

test('takes time linear in the text, even for adversarial text', () => {
  const redact = createRedactor([`${'a'.repeat(5000)}b`, `${'a'.repeat(4000)}c`]);
  const before = process.cpuUsage();

  expect(redact('a'.repeat(1_000_000))).toHaveLength(1_000_000);

  expect(process.cpuUsage(before).user).toBeLessThan(5_000_000);
});

test('hides prefixes of the configured length, in every form', () => {
  const secret = 'pass "word" & more';
  const redact = createRedactor([secret], { shortestBeginning: ({ length }) => length / 2 });

  for (let length = 9; length <= secret.length; length += 1) {
    const beginning = secret.slice(0, length);
    for (const form of [beginning, encodeURIComponent(beginning), JSON.stringify(beginning)]) {
      expect(redact(form)).toMatch(/^"?\[redacted\]"?$/);
    }
    expect(redact(btoa(beginning)).replace('[redacted]', '').length).toBeLessThanOrEqual(4);
  }
  expect(redact(secret.slice(0, 8))).toBe(secret.slice(0, 8));
});

test('is created in linear time for a long secret, such as a private key', () => {
  const secret = Array.from({ length: 400 }, (_, at) => `${at}/+${at * 7919}`).join('\n');
  const before = process.cpuUsage();
  const redact = createRedactor([secret], { shortestBeginning: ({ length }) => length / 2 });

  expect(process.cpuUsage(before).user).toBeLessThan(4_000_000);
  expect(redact(secret.slice(0, -1))).toBe('[redacted]');
});
