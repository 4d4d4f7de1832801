import { expect, test } from '@jest/globals';
import { createSealer } from './index.ts';

const oldKey = { id: 'old', key: Buffer.alloc(32, 1) };
const newKey = { id: 'new', key: Buffer.alloc(32, 2) };
const context = 'account:7:event_position';
const text = '1772442900410-84211-977';

test('seals the same text to the same opaque text, and opens it', () => {
  const sealer = createSealer({ keys: [newKey] });
  const sealed = sealer.sealStable(text, context);

  expect(sealed).toMatch(/^[\w-]{68}$/);
  expect(createSealer({ keys: [newKey] }).sealStable(text, context)).toBe(sealed);
  expect(sealer.openStable(sealed, context)).toBe(text);
});

test('reveals neither the order nor the closeness of strings, and differs for each context', () => {
  const sealer = createSealer({ keys: [newKey] });
  const sealed = Array.from({ length: 200 }, (_, index) => sealer.sealStable(`${index}`, context));

  expect(new Set(sealed.map((one) => one.slice(0, 8))).size).toBe(200);
  expect(sealed.toSorted()).not.toEqual(sealed);
  expect(sealer.sealStable(text, 'account:8:event_position').slice(0, 16)).not.toBe(
    sealer.sealStable(text, context).slice(0, 16),
  );
});

test('opens with all keys and seals with the first one', () => {
  const before = createSealer({ keys: [oldKey] }).sealStable(text, context);
  const rotated = createSealer({ keys: [newKey, oldKey] });

  expect(rotated.openStable(before, context)).toBe(text);
  expect(rotated.sealStable(text, context)).not.toBe(before);
  expect(createSealer({ keys: [newKey] }).openStable(before, context)).toBeUndefined();
});

test('opens nothing that was changed, shortened, or sealed for another context', () => {
  const sealer = createSealer({ keys: [newKey] });
  const sealed = sealer.sealStable(text, context);

  expect(sealer.openStable(sealed, 'account:8:event_position')).toBeUndefined();
  for (const index of sealed.split('').keys()) {
    const changed = `${sealed.slice(0, index)}${sealed[index] === 'm' ? 'n' : 'm'}${sealed.slice(index + 1)}`;
    expect(sealer.openStable(changed, context)).toBeUndefined();
    expect(sealer.openStable(sealed.slice(0, index), context)).toBeUndefined();
  }
});
