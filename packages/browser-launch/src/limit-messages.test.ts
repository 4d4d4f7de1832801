import { expect, test } from '@jest/globals';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { limitMessages } from './limit-messages.ts';

test('ends a pipe at an oversized message, but not at many short ones', async () => {
  const pipe = new PassThrough();
  const read: string[] = [];
  pipe.on('data', (chunk: Buffer) => read.push(chunk.toString()));
  let ends = 0;
  limitMessages(pipe, 10, () => (ends += 1));
  for (const text of ['12345678\0', '1234\x005678', '90\0', '12345', '67890', '\x0012345'])
    pipe.write(text);
  await new Promise(setImmediate);
  expect([ends, pipe.destroyed]).toEqual([0, false]);
  const closed = once(pipe, 'close');
  pipe.write('678901');
  await closed;
  expect([ends, read.join('').split('\0').length]).toEqual([1, 5]);
});
