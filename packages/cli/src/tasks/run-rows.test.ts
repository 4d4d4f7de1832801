import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { linesOf, runInProcess, type Surroundings } from '../testing/run-in-process.ts';

/** Status of each task that the server has; the others are deleted. */
let statuses: Record<string, string>;
/** Status code of the responses to status requests. */
let refusal: number | undefined;
const server = createServer((request, response) => {
  if (request.url === '/api/v1/task_status' && refusal !== undefined) {
    response.writeHead(refusal).end('{"detail":"no"}');
    return;
  }
  void answer(request, response);
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = (await json(request)) as { readonly tasks: object[]; readonly task_id: string[] };
  const result =
    request.url === '/api/v1/tasks/batch'
      ? { results: body.tasks.map((_, index) => acceptedAt(index)) }
      : {
          tasks: body.task_id.filter(isKnown).map((id) => ({ task_id: id, status: statuses[id] })),
          not_found_task_ids: body.task_id.filter((id) => !isKnown(id)),
        };
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ success: true, ...result }));
}
const isKnown = (id: string): boolean => id in statuses;
const acceptedAt = (index: number) => ({
  index,
  task_id: `task-${index + 1}`,
  replayed: false,
  error: null,
});

const directory = mkdtempSync(join(tmpdir(), 'errand-run-rows-'));
const path = join(directory, 'rows.csv');
writeFileSync(path, 'note\na\nb\nc\n');
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
beforeEach(() => {
  statuses = { 'task-1': 'queued', 'task-2': 'queued', 'task-3': 'queued' };
  refusal = undefined;
});
afterAll(async () => {
  rmSync(directory, { recursive: true });
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

async function runRows(options: string, more: Surroundings = {}) {
  const { port } = server.address() as AddressInfo;
  const env = { HOME: directory, ERRAND_URL: `http://127.0.0.1:${port}`, ERRAND_API_KEY: 'k' };
  const args = ['run', 'order', '--csv', path, '--wait', ...options.split(' ').filter(Boolean)];
  return runInProcess(args, { env, ...more });
}
const rowsOf = (stdout: string) =>
  linesOf(stdout)
    .toSorted((one, other) => Number(one['row']) - Number(other['row']))
    .map(({ task_id: id, status, error }) => [id, status, error]);
const lost = ['task-2', 'submitted', expect.stringMatching(/^404: There is no task "task-2"/)];
const submitted = (number: number) => [`task-${number}`, 'submitted', null];

test('prints every task and names those that continue when the time is over', async () => {
  statuses['task-2'] = 'success';
  const ran = await runRows('--timeout 1 --json');
  expect(rowsOf(ran.stdout)).toEqual([submitted(1), ['task-2', 'success', null], submitted(3)]);
  expect(JSON.parse(ran.stderr).error).toMatchObject({
    exit_code: 5,
    message: expect.stringMatching(/^2 tasks have not ended within 1 s, and continue\. Run the/),
    task_ids: ['task-1', 'task-3'],
  });
  expect(ran.exitCode).toBe(5);
});

test('reports a task that was deleted in its row, waits for the others, and prints them at Ctrl-C', async () => {
  delete statuses['task-2'];
  const leaving = new AbortController();
  const onOutput = (): void => leaving.abort();
  const ran = await runRows('--json', { signal: leaving.signal, onOutput });
  expect(rowsOf(ran.stdout)).toEqual([submitted(1), lost, submitted(3)]);
  expect(JSON.parse(ran.stderr).error).toMatchObject({
    exit_code: 130,
    task_ids: ['task-1', 'task-3'],
  });
  expect(ran.exitCode).toBe(130);

  statuses = { 'task-1': 'success', 'task-3': 'success' };
  const ended = await runRows('');
  expect(ended.exitCode).toBe(3);
  expect(ended.stdout).toMatch(/2 {2}submitted {2}task-2 {2}404: There is no task "task-2"/);
});

test('prints every task when the server refuses to report their states', async () => {
  refusal = 403;
  const ran = await runRows('--json');
  expect(rowsOf(ran.stdout)).toEqual([submitted(1), submitted(2), submitted(3)]);
  expect(JSON.parse(ran.stderr).error).toMatchObject({
    message: '403: no 3 submitted tasks continue.',
    exit_code: 4,
    status: 403,
    task_ids: ['task-1', 'task-2', 'task-3'],
  });
  expect(ran.exitCode).toBe(4);
});
