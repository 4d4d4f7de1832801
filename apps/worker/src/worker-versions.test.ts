import { findFreePort, listen, type ListeningServer } from '@errand/app-runtime';
import { type Fleet, openFleet } from '@errand/task-runner/testing';
import { pollUntil } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** Contents outside the protocol: unknown members there are errors or data of the task. */
const CONTENT = ['automation', 'headers', 'input_parameters', 'secure_parameters', 'variables'];

const resources = new AsyncDisposableStack();
let fleet: Fleet;
/** A proxy that makes the control plane look like another release. */
let server: ListeningServer;
/** Replaces the control plane's versions in responses to registrations and claims. */
let versions: { protocol: number; min_protocol: number };
/** Versions in other responses: a worker that read them first would not claim the last task. */
const fitting = { protocol: 3, min_protocol: 2 };

beforeAll(async () => {
  fleet = resources.use(await openFleet());
  server = resources.use(
    await listen((request, response) => void forward(request, response), {
      port: 0,
      host: '127.0.0.1',
      setting: 'PORT',
    }),
  );
});
afterAll(() => resources[Symbol.asyncDispose]());

test('works with a newer control plane until its version is no longer supported, then exits', async () => {
  versions = fitting;
  const port = await findFreePort();
  await using worker = await fleet.startWorker({
    CONTROL_PLANE_URL: server.url,
    HEALTH_PORT: String(port),
    DRAIN_SECONDS: '600',
  });
  const first = await fleet.run([{ sleep_action: { sleep_time: 0 } }]);
  expect(await fleet.untilEnded(first)).toMatchObject({ status: 'success', error: null });

  versions = { protocol: 3, min_protocol: 3 };
  const last = await fleet.run([{ sleep_action: { sleep_time: 10 } }]);
  const body = await pollUntil('the worker is not ready', async () => {
    const response = await fetch(`http://127.0.0.1:${port}/health/ready`);
    return response.status === 503 ? response.json() : undefined;
  });
  expect(body).toMatchObject({
    checks: { worker: 'unavailable' },
    reasons: [expect.stringMatching(/version 2 .* at least version 3: update the worker\.$/)],
  });
  const { status, attempts } = await fleet.untilEnded(last);
  expect([status, attempts.length]).toEqual(['success', 1]);
  expect(await worker.failed).toContain('(status 1)');
});

test('does not start before the control plane is updated', async () => {
  versions = { protocol: 0, min_protocol: 0 };
  await expect(fleet.startWorker({ CONTROL_PLANE_URL: server.url })).rejects.toThrow(
    /only version 0: update the control plane first, or use an older worker\.\s*$/,
  );
});

async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { authorization = '' } = request.headers;
  const headers = { authorization, 'content-type': 'application/json' };
  const url = `${fleet.controlPlane.workerUrl}${request.url}`;
  const answer = await fetch(url, { method: 'POST', headers, body: await buffer(request) });
  const text = await answer.text();
  const isBell = request.url?.endsWith('/bell') === true;
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true;
  response.writeHead(answer.status, isJson ? { 'content-type': 'application/json' } : {});
  response.end(
    isJson ? JSON.stringify(change(JSON.parse(text), isBell ? fitting : versions)) : undefined,
  );
}

/** Replaces the versions and adds members that the worker does not know. */
function change(value: unknown, shown: object): unknown {
  if (Array.isArray(value)) return value.map((member) => change(member, shown));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [
    name,
    CONTENT.includes(name) ? member : change(member, shown),
  ]);
  const changed = { ...Object.fromEntries(members), newer_member: { newer: [1] } };
  return 'protocol' in value ? { ...changed, ...shown } : changed;
}
