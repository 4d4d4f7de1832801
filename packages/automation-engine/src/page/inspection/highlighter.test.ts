import { expect, test } from '@jest/globals';
import { PageClosedError } from '../../errors.ts';
import { Highlighter } from './highlighter.ts';

/** A run on whose page drawing fails. */
const failing = (error: Error) =>
  ({
    signal: new AbortController().signal,
    bindings: {},
    pages: { current: () => ({}) },
    async resolverOf() {
      throw error;
    },
  }) as never;

test('a bug in drawing fails the next command, once', async () => {
  const highlighter = new Highlighter();
  highlighter.show(failing(new TypeError('x is undefined')), 'locator("h1")');
  await expect(highlighter.clear()).rejects.toThrow('x is undefined');
  await highlighter.clear();
});

test.each([
  { means: 'ours', error: new PageClosedError('The tab closed.') },
  { means: "the browser's", error: new Error('Session closed.') },
])(
  'a page that goes away during drawing causes no failure: the error is $means',
  async ({ error }) => {
    const highlighter = new Highlighter();
    highlighter.show(failing(error), 'locator("h1")');
    await expect(highlighter.clear()).resolves.toBeUndefined();
    await expect(highlighter.end()).resolves.toBeUndefined();
  },
);

test('draws only once the given promise has resolved', async () => {
  const answered = Promise.withResolvers<void>();
  const drawn: string[] = [];
  const run = Object.assign(failing(new PageClosedError('The tab closed.')), {
    pages: { current: () => drawn.push('drawn') },
  });
  const highlighter = new Highlighter();
  highlighter.show(run, 'locator("h1")', answered.promise);
  const cleared = highlighter.clear();
  await new Promise(setImmediate);
  expect(drawn).toEqual([]);
  answered.resolve();
  await cleared;
  expect(drawn).toEqual(['drawn']);
});
