import { createDecipheriv } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { createSealer, InvalidSealingKeyError, SealedValueError } from './index.ts';

const oldKey = { id: 'old', key: Buffer.alloc(32, 1) };
const newKey = { id: 'new', key: Buffer.alloc(32, 2) };
const context = 'task:17:rdp_parameter';

test.each([
  [null],
  [true],
  [0.5],
  [''],
  ['ünïcödé 🔑'],
  [[]],
  [{ host: 'h', password: 'pä"ss', ports: [1, 2], nested: { none: null } }],
])('opens what it sealed: %j', (value) => {
  const sealer = createSealer({ keys: [newKey] });

  expect(sealer.unseal(sealer.seal(value, context), context)).toEqual(value);
});

test('opens a value as large as the largest request body', () => {
  const sealer = createSealer({ keys: [newKey] });
  const value = { blob: 'x'.repeat(24 * 1024 ** 2) };
  const text = sealer.seal(value, context);

  // A comparison by toEqual would print both if it failed.
  expect(JSON.stringify(sealer.unseal(text, context)) === JSON.stringify(value)).toBe(true);
  expect(() => sealer.unseal(`${text}.`, context)).toThrow(SealedValueError);
});

test('opens a value sealed by an early version', () => {
  const sealer = createSealer({ keys: [oldKey] });
  const text = 'v1.old.AAECAwQFBgcICQoL.wITlR1ONcRaMDsX-AhHq3i4zTk7u0tUCE0NLa6Fg368';

  expect(sealer.unseal(text, context)).toEqual({ password: 'x' });
});

test('writes AES-256-GCM over JSON, bound to version, key id and context', () => {
  const text = createSealer({ keys: [oldKey] }).seal({ a: 1 }, context);
  const [version, id, nonce, sealed] = text.split('.');
  const bytes = Buffer.from(sealed ?? '', 'base64url');
  const decipher = createDecipheriv(
    'aes-256-gcm',
    oldKey.key,
    Buffer.from(nonce ?? '', 'base64url'),
  );
  decipher.setAAD(Buffer.from('["v1","old","task:17:rdp_parameter"]'));
  decipher.setAuthTag(bytes.subarray(-16));

  expect([version, id]).toEqual(['v1', 'old']);
  expect(decipher.update(bytes.subarray(0, -16), undefined, 'utf8') + decipher.final('utf8')).toBe(
    '{"a":1}',
  );
});

test('never writes the same text twice', () => {
  const sealer = createSealer({ keys: [newKey] });
  const texts = Array.from({ length: 100 }, () => sealer.seal('same', context));

  expect(new Set(texts).size).toBe(100);
});

test('seals with the first key and opens with all', () => {
  const before = createSealer({ keys: [oldKey] }).seal('value', context);
  const rotated = createSealer({ keys: [newKey, oldKey] });

  expect(rotated.unseal(before, context)).toBe('value');
  expect(rotated.seal('value', context)).toMatch(/^v1\.new\./);
});

test('refuses a value that was moved to another context', () => {
  const sealer = createSealer({ keys: [newKey] });
  const text = sealer.seal('value', context);

  expect(() => sealer.unseal(text, 'task:18:rdp_parameter')).toThrow(SealedValueError);
});

test('refuses a sealed value with any one character changed', () => {
  const sealer = createSealer({ keys: [newKey, { ...oldKey, id: 'mew' }] });
  const text = sealer.seal('value', context);

  for (const index of text.split('').keys()) {
    const changed = `${text.slice(0, index)}${text[index] === 'm' ? 'n' : 'm'}${text.slice(index + 1)}`;
    expect(() => sealer.unseal(changed, context)).toThrow(SealedValueError);
  }
});

test.each([
  '',
  'v1',
  'v2.new.AAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAAAA',
  'v1.new.AAAA.AAAA',
  '{"a":1}',
])('refuses a text in another format: "%s"', (text) => {
  const sealer = createSealer({ keys: [newKey] });

  expect(() => sealer.unseal(text, context)).toThrow(
    'The sealed value of "task:17:rdp_parameter" cannot be opened',
  );
});

test('refuses a truncated value', () => {
  const sealer = createSealer({ keys: [newKey] });
  const text = sealer.seal('value', context);

  expect(() => sealer.unseal(text.slice(0, -4), context)).toThrow(SealedValueError);
});

test('names the missing key', () => {
  const text = createSealer({ keys: [oldKey] }).seal('value', context);

  expect(() => createSealer({ keys: [newKey] }).unseal(text, context)).toThrow(
    'it was sealed with the key "old", which is not among the keys given',
  );
});

test('never shows content in an error', () => {
  const sealer = createSealer({ keys: [newKey] });
  const text = sealer.seal('very secret', context);

  const error = catchError(() => sealer.unseal(`${text}x`, context));

  expect(JSON.stringify([error.message, error.cause ?? null])).not.toMatch(/secret"|v1\./);
  expect(error).toMatchObject({ code: 'sealed-value', name: 'SealedValueError' });
});

test('refuses keys of the wrong length, no keys, and duplicate ids', () => {
  expect(() => createSealer({ keys: [] })).toThrow(InvalidSealingKeyError);
  expect(() => createSealer({ keys: [{ id: 'short', key: Buffer.alloc(16) }] })).toThrow(
    'Sealing key 1 ("short") has 16 bytes; it must have 32.',
  );
  expect(() => createSealer({ keys: [oldKey, oldKey] })).toThrow('"old" is used twice');
});

function catchError(act: () => unknown): Error {
  try {
    act();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('Nothing was thrown.');
}
