import { listen } from '@errand/app-runtime';
import { createErrand } from '@errand/client';
import { expect, test } from '@jest/globals';
import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import type { ServerResponse } from 'node:http';
import { followAccount } from './follow-account.ts';
import { readTaskPage, taskListKey, type TaskPage } from './task-list.ts';

const EVENT = {
  task_id: 'a',
  status: 'queued',
  recording_id: 'r',
  endpoint_name: 'order',
  attempt: 1,
  error_class: null,
  at: '2026-03-02T09:15:00.000Z',
};

/** A server whose list has no task at first, then fails this often, then has one. */
async function openServer(failures: number) {
  let left = failures;
  let stream: ServerResponse | undefined;
  const server = await listen(
    (request, response) => {
      if (request.url?.startsWith('/api/v1/events') === true) {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': hello\n\n');
        stream = response;
        return;
      }
      const isBroken = stream !== undefined && left > 0;
      if (isBroken) left -= 1;
      const tasks = stream === undefined ? [] : [{ ...EVENT, created_at: EVENT.at }];
      response.writeHead(isBroken ? 503 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ tasks, next_cursor: null, total_estimate: tasks.length }));
    },
    { port: 0, host: '127.0.0.1', setting: 'PORT' },
  );
  const send = () => stream?.write(`id: 8\nevent: task\ndata: ${JSON.stringify(EVENT)}\n\n`);
  return Object.assign(server, { send });
}

test('a task appears in the list although requests for it failed first, and says so', async () => {
  await using server = await openServer(3);
  const errand = createErrand({ baseUrl: server.url, apiKey: 'key', maxRetries: 0 });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const list = new InfiniteQueryObserver(client, {
    queryKey: taskListKey({}),
    queryFn: () => readTaskPage(errand, {}),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: TaskPage) => last.next_cursor ?? undefined,
  });
  const { promise: listed, resolve: onListed } = Promise.withResolvers<void>();
  const { promise: fresh, resolve: onFresh } = Promise.withResolvers<void>();
  const leaving = new AbortController();
  const said: boolean[] = [];
  const stop = list.subscribe(({ data }) => {
    if (data?.pages[0]?.tasks.length === 1) onListed();
  });
  await list.refetch();
  const following = followAccount(errand, client, {
    signal: leaving.signal,
    position: { current: '7' },
    onLive: server.send,
    onStale(isStale) {
      said.push(isStale);
      if (!isStale) onFresh();
    },
    paceMs: 1,
  });
  await listed;
  await fresh;
  leaving.abort();
  await expect(following).rejects.toThrow(/abort/);
  expect(said).toEqual([true, false]);
  stop();
  client.clear();
});
