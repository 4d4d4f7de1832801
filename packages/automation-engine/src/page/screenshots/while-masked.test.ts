import { expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { setTimeout as delay } from 'node:timers/promises';
import { whileMasked } from './while-masked.ts';

/** Takes pictures of a page without frames, and notes what begins and ends. */
function openAlbum() {
  const page = { mainFrame: () => undefined, frames: () => [] } as never as Page;
  const notes: string[] = [];
  const secrets = { hasRevealed: () => false, redact: (text: string) => text };
  const take = (name: string, shot: Promise<unknown>, signal = new AbortController().signal) =>
    whileMasked(page, { secrets, signal }, async () => {
      notes.push(`${name} begins`);
      await shot;
      notes.push(`${name} ends`);
    });
  return { notes, take };
}

test('pictures of a page are taken one after the other, however long each takes', async () => {
  const { notes, take } = openAlbum();
  await Promise.all([
    take('first', delay(1_300)),
    take('second', delay(1)),
    take('third', delay(1)),
  ]);
  expect(notes).toEqual(
    ['first', 'second', 'third'].flatMap((name) => [`${name} begins`, `${name} ends`]),
  );
});

test('a picture whose caller has given up is not taken, and does not let another begin early', async () => {
  const { notes, take } = openAlbum();
  const shot = Promise.withResolvers<void>();
  const first = take('first', shot.promise);
  const caller = new AbortController();
  const second = take('second', Promise.resolve(), caller.signal);
  const third = take('third', Promise.resolve());
  caller.abort(new Error('enough'));
  await expect(second).rejects.toThrow('enough');
  await delay(20);
  expect(notes).toEqual(['first begins']);
  shot.resolve();
  await Promise.all([first, third]);
  expect(notes).toEqual(['first begins', 'first ends', 'third begins', 'third ends']);
});

test('a picture that never ends does not block the next once its caller has given up', async () => {
  const { notes, take } = openAlbum();
  const caller = new AbortController();
  const first = take('first', Promise.withResolvers<void>().promise, caller.signal);
  const second = take('second', Promise.resolve());
  await delay(20);
  expect(notes).toEqual(['first begins']);
  caller.abort(new Error('enough'));
  await expect(first).rejects.toThrow('enough');
  await second;
  expect(notes).toEqual(['first begins', 'second begins', 'second ends']);
});
