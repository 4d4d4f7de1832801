import { openFleet, type Fleet } from '@errand/task-runner/testing';
import { pollUntil } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ERRAND = fileURLToPath(new URL('../../../bin/errand', import.meta.url));
const ADMIN_TOKEN = 'admin-token-of-the-fleet-test-0123456789';
const FLAGS = ['--max', '2', '--interval-seconds', '1', '--stabilisation-seconds', '3'];
const DEADLINE = { deadlineMs: 120_000 };

interface LogLine {
  readonly message: string;
  readonly [field: string]: unknown;
}

let fleet: Fleet;
let scaler: ChildProcess;
let logFile: string;

beforeAll(async () => {
  fleet = await openFleet({ ADMIN_TOKEN });
  logFile = join(fleet.directory, 'fleet.log');
  const log = openSync(logFile, 'a');
  const { url, workerUrl, workerToken } = fleet.controlPlane;
  scaler = spawn(ERRAND, ['admin', 'fleet', ...FLAGS], {
    env: {
      ...process.env,
      ADMIN_TOKEN,
      ERRAND_URL: url,
      CONTROL_PLANE_URL: workerUrl,
      WORKER_TOKEN: workerToken,
      WORK_DIRECTORY: mkdtempSync(join(fleet.directory, 'work-')),
      ALLOW_PRIVATE_ADDRESSES: 'true',
      ALLOW_ROOT: 'true',
      BROWSER_CLOSED_ADDRESSES: new URL(url).host,
    },
    stdio: ['ignore', log, log],
  });
});

afterAll(async () => {
  if (scaler.exitCode === null) scaler.kill('SIGTERM');
  if (scaler.exitCode === null) await once(scaler, 'exit');
  await fleet[Symbol.asyncDispose]();
});

/** Lines that the fleet itself wrote; its workers write to the same file. */
function readLog(message: string): LogLine[] {
  const lines = readFileSync(logFile, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{'));
  return lines.map((line): LogLine => JSON.parse(line)).filter((line) => line.message === message);
}

const sleep = (seconds: number, login: string) =>
  fleet.run([{ sleep_action: { sleep_time: seconds } }], { login });

test('scales from zero to two workers and back without ending a task', async () => {
  const tasks = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((login) => sleep(1, login)));
  for (const task of tasks) {
    expect(await fleet.untilEnded(task)).toMatchObject({
      status: 'success',
      retry_count: 0,
      attempts: [{ outcome: 'success' }],
    });
  }
  expect(readLog('worker started')).toHaveLength(2);
  await pollUntil('both are stopped', async () => readLog('worker stopped').length === 2, DEADLINE);
  expect(readLog('worker stopped')).toMatchObject([{ how: 0 }, { how: 0 }]);
  expect(readLog('worker ended by itself')).toEqual([]);
  // Neither worker had a task when it was stopped, so neither released one.
  expect(readLog('draining').map(({ reason }) => reason)).toEqual(['SIGTERM', 'SIGTERM']);
  expect(readLog('task handed back')).toEqual([]);
}, 240_000);

test('finishes running tasks when the fleet itself is stopped', async () => {
  const task = await sleep(4, 'g');
  await fleet.untilStatus(task, 'running');
  scaler.kill('SIGTERM');
  await once(scaler, 'exit');
  expect(scaler.exitCode).toBe(0);
  expect(await fleet.detailOf(task)).toMatchObject({ status: 'success', retry_count: 0 });
}, 120_000);
