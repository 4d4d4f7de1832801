import { createErrand } from '@errand/client';
import { expect, test } from '@jest/globals';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { stepsOf } from './read-steps.ts';

type Task = Parameters<typeof stepsOf>[1];

const step = (sequence: number) => ({ sequence }) as Task['steps'][number];

test('reads all pages of steps if a task has more than its details contain', async () => {
  const asked: string[] = [];
  const pages = [
    { success: true, steps: [step(0), step(1)], next_cursor: 'second' },
    { success: true, steps: [step(2)], next_cursor: null },
  ];
  const server = createServer((request, response) => {
    const page = pages[asked.push(request.url ?? '') - 1];
    response.setHeader('content-type', 'application/json').end(JSON.stringify(page));
  }).listen(0, '127.0.0.1');
  try {
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const errand = createErrand({ baseUrl: `http://127.0.0.1:${port}`, apiKey: 'key' });
    const read = async (isTruncated: boolean) => {
      const task = { task_id: 'task', steps: [step(1), step(2)], steps_truncated: isTruncated };
      const found: Task['steps'] = [];
      const reading = stepsOf(errand, task, AbortSignal.timeout(10_000));
      for await (const each of reading) found.push(each);
      return found;
    };
    expect(await read(false)).toEqual([step(1), step(2)]);
    expect(asked).toEqual([]);
    expect(await read(true)).toEqual([step(0), step(1), step(2)]);
    expect(asked).toEqual([
      '/api/v1/tasks/task/steps?limit=1000',
      '/api/v1/tasks/task/steps?limit=1000&cursor=second',
    ]);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
