import { listen } from '@errand/app-runtime';
import { expect, test } from '@jest/globals';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { createErrand } from './create-errand.ts';

const ids = (count: number) => Array.from({ length: count }, (_none, index) => `task-${index}`);

interface Body {
  readonly task_ids?: readonly string[];
  readonly cursor?: string;
}

/** Starts a server that handles two tasks of a filter, or 600 named ones, in each call. */
async function openServer() {
  const bodies: Body[] = [];
  let calls = 0;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = (await json(request)) as Body;
    bodies.push(body);
    calls += 1;
    const isRetry = request.url === '/api/v1/tasks/retry';
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isRetry ? retryPart(body) : cancelPart(body, calls)));
  };
  const server = await listen((request, response) => void answer(request, response), {
    port: 0,
    host: '127.0.0.1',
    setting: 'PORT',
  });
  const errand = createErrand({ baseUrl: server.url, apiKey: 'key', maxRetries: 0 });
  return { errand, bodies, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

function retryPart({ task_ids: named, cursor }: Body) {
  const done = named?.slice(0, 600) ?? (cursor === 'second' ? ['c'] : ['a', 'b']);
  const isLast = named ? done.length === named.length : cursor === 'second';
  return {
    success: true,
    retried_count: done.length - 1,
    already_retried_count: 0,
    refused_count: 1,
    has_more: !isLast,
    next_cursor: isLast || named ? null : 'second',
    results: done.map((id) => ({ retry_of: id, outcome: 'retried', task_id: id, error: null })),
  };
}

/** Does not cancel named tasks; with a filter, cancels one task in each of the first calls. */
function cancelPart({ task_ids: named }: Body, calls: number) {
  const done = named ? [] : [`open-${calls}`];
  return {
    success: true,
    cancelled_count: done.length,
    cancel_requested_count: 0,
    already_final_count: 0,
    not_found_count: 0,
    has_more: named !== undefined || calls < 5,
    results: done.map((id) => ({ task_id: id, outcome: 'cancelled', status: 'cancelled' })),
  };
}

test('a filter is sent again, from where each call stopped, until nothing is left', async () => {
  await using server = await openServer();
  const { errand, bodies } = server;
  expect(await errand.retryTasks({ statuses: ['failed'] })).toMatchObject({
    retried_count: 1,
    refused_count: 2,
    results: [{ retry_of: 'a' }, { retry_of: 'b' }, { retry_of: 'c' }],
  });
  expect(bodies).toEqual([{ statuses: ['failed'] }, { statuses: ['failed'], cursor: 'second' }]);
  expect(await errand.cancelTasks({ statuses: ['queued'] })).toMatchObject({ cancelled_count: 3 });
});

test('named tasks are sent in batches, each task once', async () => {
  await using server = await openServer();
  const named = ids(1_300);
  const { results } = await server.errand.retryTasks({ task_ids: named });
  expect(results.map(({ retry_of: id }) => id)).toEqual(named);
  expect(server.bodies.map(({ task_ids: sent }) => sent?.length)).toEqual([1_000, 400, 300]);
});

test('the changes of each call are known, even if a later one fails', async () => {
  await using server = await openServer();
  const seen: string[] = [];
  const retrying = server.errand.retryTasks(
    { statuses: ['failed'] },
    {
      onPart({ results }) {
        seen.push(...results.map(({ retry_of: id }) => id));
        if (seen.length > 2) throw new Error('broke off');
      },
    },
  );
  await expect(retrying).rejects.toThrow('broke off');
  expect(seen).toEqual(['a', 'b', 'c']);
});

test('a call that reaches no task ends in an error instead of an endless loop', async () => {
  await using server = await openServer();
  await expect(server.errand.cancelTasks({ task_ids: ['a'] })).rejects.toThrow('reached no task');
  expect(server.bodies).toHaveLength(1);
});
