import { expect, test } from '@jest/globals';
import { createRedactor, redactBytes } from './index.ts';

const ascii = 'hunter2-Secret "x"';
const german = 'schlüssel-€9';
const redact = createRedactor([ascii, german]);

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const windows1252 = (text: string) =>
  latin1(text.replaceAll(/[€“”]/g, (mark) => ({ '€': '\u0080', '“': '\u0093' })[mark] ?? '\u0094'));
const utf16le = (text: string) => Buffer.from(text, 'utf16le');
const utf16be = (text: string) => utf16le(text).swap16();
const marked = (write: (text: string) => Buffer) => (text: string) => write(`\ufeff${text}`);

const encodings = [
  ['UTF-8', (text: string) => Buffer.from(text)],
  ['UTF-8 with a byte order mark', marked((text) => Buffer.from(text))],
  ['Windows-1252', windows1252],
  ['UTF-16 LE', utf16le],
  ['UTF-16 BE', utf16be],
  ['UTF-16 LE with a byte order mark', marked(utf16le)],
  ['UTF-16 BE with a byte order mark', marked(utf16be)],
] as const;

const forms = (secret: string) => [
  secret,
  encodeURIComponent(secret),
  JSON.stringify(secret).slice(1, -1),
  secret.replaceAll('"', '&quot;'),
];

const page = (part: string) => `<p>Größe “1”\r\n</p><input value=' ${part} '> Ende`;
const tokenOf = (secret: string) => Buffer.from(`ann:${secret}`).toString('base64');

test.each(encodings)('redacts text in %s', (_name, encode) => {
  for (const secret of [ascii, german]) {
    for (const form of forms(secret)) {
      expect(redactBytes(encode(page(form)), redact)).toEqual(encode(page('[redacted]')));
    }
  }
  expect(redactBytes(encode(page('nothing')), redact)).toEqual(encode(page('nothing')));
});

test.each(encodings)('redacts base64 in %s', (_name, encode) => {
  for (const secret of [ascii, german]) {
    const text = `ü Basic ${tokenOf(secret)}`;
    expect(redact(text)).toContain('[redacted]');
    expect(redactBytes(encode(text), redact)).toEqual(encode(redact(text)));
  }
});

const notUtf8 = latin1('ü\u0080\u00e0\u00ff\u001a');
const shiftJis = Buffer.from('8365835883678381834283', 'hex');
const oddByte = latin1('\u00e9');

test.each([
  [
    'UTF-8 with bytes that are not',
    german,
    (part: string) => Buffer.concat([Buffer.from(`größe 😀 ${part} `), notUtf8]),
  ],
  [
    'Shift_JIS, if it is ASCII,',
    ascii,
    (part: string) => Buffer.concat([shiftJis, Buffer.from(`g ${part} `), shiftJis]),
  ],
  [
    'UTF-16 LE with an odd last byte',
    german,
    (part: string) => Buffer.concat([utf16le(`\ufeffa ${part} b`), oddByte]),
  ],
  [
    'UTF-16 BE with an odd last byte',
    german,
    (part: string) => Buffer.concat([utf16be(`a ${part} b`), oddByte]),
  ],
])('redacts a secret in %s and keeps all other bytes', (_name, secret, write) => {
  expect(redactBytes(write(secret), redact)).toEqual(write('[redacted]'));
});

test.each([
  ['a PDF', Buffer.concat([latin1('%PDF-1.7\n%âãÏÓ\n'), Buffer.from(ascii)])],
  [
    'an image',
    Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), Buffer.from(ascii)]),
  ],
  [
    'compressed bytes',
    Buffer.concat([Buffer.from('1f8b0800000000000003ff0102', 'hex'), Buffer.from(ascii)]),
  ],
])('leaves %s alone', (_kind, content) => {
  expect(redactBytes(content, redact)).toEqual(content);
});

test('restores every byte around a secret', () => {
  const all = Buffer.from(Array.from({ length: 4096 }, (_, at) => 32 + ((at * 73) % 224)));
  for (const content of [all, Buffer.concat([Buffer.from('fffe', 'hex'), all])]) {
    expect(redactBytes(content, (text) => text)).toEqual(content);
    expect(redactBytes(content, (text) => `${text} `).subarray(0, -4)).toEqual(
      content.subarray(0, content.length - 2),
    );
  }
});
