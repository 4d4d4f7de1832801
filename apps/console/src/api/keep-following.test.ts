import { listen } from '@errand/app-runtime';
import { createErrand, ErrandError } from '@errand/client';
import { expect, test } from '@jest/globals';
import { QueryClient } from '@tanstack/react-query';
import { keepFollowing } from './keep-following.ts';

const ignore = () => undefined;
const EVENT = 'id: 7\nevent: reset\ndata: {}\n\n';

/**
 * Serves the event stream with these statuses, one after the other; 200 sends an event and ends.
 * Then the client stops reading.
 */
async function follow(statuses: readonly number[]) {
  const waiting = [...statuses];
  const positions: (string | undefined)[] = [];
  const states: boolean[] = [];
  const leaving = new AbortController();
  await using server = await listen(
    (request, response) => {
      const isStream = request.url?.startsWith('/api/v1/events') === true;
      const status = isStream ? (waiting.shift() ?? 0) : 200;
      if (isStream) positions.push(request.headers['last-event-id'] as string | undefined);
      if (status === 0) leaving.abort();
      const type = isStream && status === 200 ? 'text/event-stream' : 'application/json';
      response.writeHead(status || 204, { 'content-type': type });
      response.end(type === 'application/json' ? '{}' : `retry: 1\n\n${EVENT}`);
    },
    { port: 0, host: '127.0.0.1', setting: 'PORT' },
  );
  const errand = createErrand({ baseUrl: server.url, apiKey: 'key', maxRetries: 0 });
  const following = { signal: leaving.signal, position: { current: undefined } };
  const onLive = (isLive: boolean) => {
    if (states.at(-1) !== isLive) states.push(isLive);
  };
  const client = new QueryClient();
  try {
    await keepFollowing(errand, client, {
      ...following,
      onLive,
      onStale: ignore,
      pauseMs: 1,
    });
    return { positions, states, error: undefined };
  } catch (error) {
    return { positions, states, error };
  } finally {
    client.clear();
  }
}

test('resumes from the last event after giving up on a server', async () => {
  // The client does not repeat a request after a 500.
  const { positions, states, error } = await follow([200, 500, 500, 200]);
  expect(error).toBeUndefined();
  expect(positions).toEqual([undefined, '7', '7', '7', '7']);
  expect(states).toEqual([true, false, true]);
});

test('reads the account before its events, and ends if another tab has replaced it', async () => {
  const paths: (string | undefined)[] = [];
  await using server = await listen(
    (request, response) => {
      paths.push(request.url);
      response.writeHead(401, { 'content-type': 'application/json' }).end('{}');
    },
    { port: 0, host: '127.0.0.1', setting: 'PORT' },
  );
  const errand = createErrand({ baseUrl: server.url, apiKey: null, maxRetries: 0 });
  const following = {
    position: { current: undefined },
    onLive: ignore,
    onStale: ignore,
    pauseMs: 1,
  };
  const { signal } = new AbortController();
  await expect(
    keepFollowing(errand, new QueryClient(), { ...following, signal }),
  ).rejects.toMatchObject({ status: 401 });
  expect(paths).toEqual(['/api/v1/me']);
});

test.each([401, 403])('ends when the server refuses the key with %i', async (status) => {
  const { error, states } = await follow([status]);
  expect(error).toBeInstanceOf(ErrandError);
  expect(error).toMatchObject({ status });
  expect(states).toEqual([false]);
});
