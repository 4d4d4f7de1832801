import { expect, test } from '@jest/globals';
import { describeFailure } from './describe-failure.ts';

const secrets = { counts: {}, redact: (text: string) => text };

test.each([
  ['no position', 'no position'],
  ['bad pattern (pptr:evaluate;file%3A%2F%2F%2Fapp%2Fa.ts%3A1%3A2)', 'bad pattern'],
  ['bad pattern\n    at pptr:evaluate;file%3A%2F%2F%2Fapp%2Fa.ts:1:2', 'bad pattern'],
  ['file:///etc/a.js is not allowed', 'file:///etc/a.js is not allowed'],
  ['broken at file:///app/src/a.ts:12:3', 'broken at'],
])('removes internal source positions from %j', (message, kept) => {
  expect(describeFailure(new Error(message), secrets).message).toBe(`Error: ${kept}`);
});

test.each(['\n', ' ', 'file://', 'at pptr:', '(', '😀'])(
  'truncates a message of many %j quickly',
  (part) => {
    const before = process.cpuUsage();
    const { message } = describeFailure(new Error(part.repeat(500_000)), secrets);
    expect(message.length).toBeLessThanOrEqual(10_000);
    expect(message.isWellFormed()).toBe(true);
    // Quadratic matching would take hours; the limit allows for a busy machine.
    expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
  },
);
