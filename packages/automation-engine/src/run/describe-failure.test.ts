import { expect, test } from '@jest/globals';
import { describeFailure } from './describe-failure.ts';

const secrets = { counts: {}, redact: (text: string) => text };

test.each([
  ['no position', 'no position'],
  ['bad pattern (pptr:evaluate;file%3A%2F%2F%2Fapp%2Fa.ts%3A1%3A2)', 'bad pattern'],
  ['bad pattern\n    at pptr:evaluate;file%3A%2F%2F%2Fapp%2Fa.ts:1:2', 'bad pattern'],
  ['file:///etc/a.js is not allowed', 'file:///etc/a.js is not allowed'],
  ['broken at file:///app/src/a.ts:12:3', 'broken at'],
])('keeps the places of the own sources out of %j', (message, kept) => {
  expect(describeFailure(new Error(message), secrets).message).toBe(`Error: ${kept}`);
});

test.each(['\n', ' ', 'file://', 'at pptr:', '(', '😀'])(
  'shortens a message of many %j in time',
  (part) => {
    const started = performance.now();
    const { message } = describeFailure(new Error(part.repeat(500_000)), secrets);
    expect(message.length).toBeLessThanOrEqual(10_000);
    expect(message.isWellFormed()).toBe(true);
    // What reads it again from every character needs hours; the machine may be busy.
    expect(performance.now() - started).toBeLessThan(2000);
  },
);
