import { expect, test } from '@jest/globals';
import { writeEventStream } from './event-stream.ts';
import type { TaskEvent } from './task-event.ts';

const queued: TaskEvent = {
  id: '0.0-0.-1-0.0',
  event: 'status',
  data: {
    task_id: '0b9f6c1e-6f0e-4d7a-9a52-3f6d8c1b7e10',
    status: 'queued',
    at: '2026-03-02T09:15:00.410Z',
    attempt: 0,
    error: null,
    error_class: null,
  },
};
const COMMENT = ': still here\n\n';

test('writes comments while idle, without losing an event', async () => {
  const happens = Promise.withResolvers<void>();
  const texts: string[] = [];
  const stream = writeEventStream(
    (async function* () {
      await happens.promise;
      yield queued;
    })(),
    5,
  );
  for await (const text of stream) {
    texts.push(text);
    if (texts.length === 4) happens.resolve();
  }
  expect(texts.slice(0, 4)).toEqual(['retry: 2000\n\n', COMMENT, COMMENT, COMMENT]);
  expect(texts.filter((text) => text !== COMMENT)).toEqual([
    'retry: 2000\n\n',
    `id: ${queued.id}\nevent: status\ndata: ${JSON.stringify(queued.data)}\n\n`,
  ]);
});

test('closes the source of events when the reader stops', async () => {
  let isOver = false;
  const stream = writeEventStream(
    (async function* () {
      try {
        yield queued;
        yield queued;
      } finally {
        isOver = true;
      }
    })(),
  );
  for await (const text of stream) if (text !== 'retry: 2000\n\n') break;
  expect(isOver).toBe(true);
});
