import { expect, test } from '@jest/globals';
import { createCallLimit } from './call-limit.ts';

test('limits each task to 60 requests per minute, independently of other tasks', () => {
  let time = 0;
  const limit = createCallLimit(() => time);
  const ask = (taskId: string) => () => limit.count(taskId);
  for (let call = 0; call < 60; call += 1) limit.count('a');
  time = 20_000;

  expect(ask('a')).toThrow('All 60 requests of this minute are used up: try again in 40 seconds.');
  expect(ask('b')).not.toThrow();
  time = 60_000;
  expect(ask('a')).not.toThrow();
});
