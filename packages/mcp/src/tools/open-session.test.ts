import { listen } from '@errand/app-runtime';
import { createErrand } from '@errand/client';
import { expect, test } from '@jest/globals';
import { openSession } from './open-session.ts';

const ID = '01a3b3c4-0000-7000-8000-000000000001';

type Call = (input: object, extra: object) => Promise<unknown>;

/** Opens a session at a control plane that loses it; `onPoll` is called at each poll. */
async function openLost(statusOfClosing: number, onPoll: () => void, signal: AbortSignal) {
  const requests: string[] = [];
  await using server = await listen(
    (request, response) => {
      requests.push(`${request.method} ${request.url}`);
      const isPoll = request.method === 'GET';
      if (isPoll) onPoll();
      const status = isPoll ? 500 : request.method === 'DELETE' ? statusOfClosing : 201;
      const session = { session_id: ID, state: 'opening' };
      response.writeHead(status, { 'content-type': 'application/json' });
      const error = isPoll ? 'lost' : 'down';
      response.end(JSON.stringify(status < 400 ? { success: true, session } : { error }));
    },
    { port: 0, host: '127.0.0.1', setting: 'PORT' },
  );
  const errand = createErrand({ baseUrl: server.url, apiKey: 'key', maxRetries: 0 });
  const calls: Call[] = [];
  const registerTool = (_name: string, _config: object, call: Call) => calls.push(call);
  openSession({ registerTool } as never, { errand, baseUrl: server.url });
  const input = { url: 'about:blank', inputs: {}, idle_seconds: 300, wait_seconds: 45 };
  const result = await calls[0]?.(input, { signal, _meta: {} });
  return { requests, result: JSON.stringify(result) };
}

const path = `/api/v1/sessions/${ID}`;
const { signal: never } = new AbortController();

test('closes a session that it cannot follow, because its ID is lost with the error', async () => {
  const { requests, result } = await openLost(200, () => undefined, never);
  expect(requests).toEqual(['POST /api/v1/sessions', `GET ${path}`, `DELETE ${path}`]);
  expect(result).toContain('500: lost');
});

test('closes a session whose caller has cancelled the call', async () => {
  const leaving = new AbortController();
  const { requests } = await openLost(200, () => leaving.abort(), leaving.signal);
  expect(requests.at(-1)).toBe(`DELETE ${path}`);
});

test('names the session that it could not close, and why it tried to', async () => {
  const { result } = await openLost(500, () => undefined, never);
  expect(result).toMatch(
    new RegExp(`did not open \\(.*500: lost.*session ${ID} may still be open: .*500: down`),
  );
});
