import { findFreePort, pickEnvironment } from '@errand/app-runtime';
import { pollUntil } from '@errand/test-kit';
import { expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const MAIN = join(import.meta.dirname, 'main.ts');
const PATIENCE_MS = 5_000;
const STOP_MS = 60_000;
/** Runs as an ordinary user, whoever runs the tests. */
const AS_USER = ['--dev-bind', '/', '/', '--unshare-user', '--uid', '1000', '--gid', '1000'];

test('reports once why Chromium has no sandbox, is not ready, and leaves nothing behind', async () => {
  await using worker = await startWorker(['--disable-userns']);
  const { status, checks, reasons } = await worker.untilReadiness(
    ({ checks: { browser_sandbox: state } }) => state !== 'unknown',
  );
  expect([status, checks]).toEqual([
    'unavailable',
    {
      worker: 'ok',
      browser: 'unavailable',
      browser_sandbox: 'unavailable',
      script_sandbox: 'unavailable',
    },
  ]);
  expect(reasons).toEqual([
    'No browser has started yet.',
    expect.stringMatching(/No usable sandbox!.*user\.max_user_namespaces.*seccomp profile/s),
    expect.stringMatching(/^Scripts have no sandbox: bwrap: .*namespace/),
  ]);
  const reports = worker.log().filter(({ level }) => level === 'error');
  expect(reports).toMatchObject([
    {
      message: 'browsers cannot use their sandbox: no task is taken',
      error: { code: 'browser-sandbox-unavailable', message: reasons[1] },
    },
  ]);
  await pollUntil('no slot has left a file', () => readdirSync(worker.directory).length === 0);
  expect(await worker.stop()).toEqual([0, null]);
});

test("recognises Chromium's error in a container without chroot", async () => {
  // Recorded in podman with its default seccomp profile and no capabilities.
  const words = `Check failed: sys_chroot("/proc/self/fdinfo/") == 0
[8:8:1123/093007.861214:FATAL:content/browser/zygote_host/zygote_host_impl_linux.cc:251] Zygote process exited prematurely with exit code -1`;
  const programs = mkdtempSync(join(tmpdir(), 'errand-programs-'));
  const browser = join(programs, 'browser');
  writeFileSync(browser, `#!/bin/sh\ncat >&2 << 'END'\n${words}\nEND\nexit 134\n`, { mode: 0o755 });
  await using worker = await startWorker([], { CHROMIUM_PATH: browser });
  const { checks, reasons } = await worker.untilReadiness(
    ({ checks: { browser_sandbox: state } }) => state !== 'unknown',
  );
  expect(checks['browser_sandbox']).toBe('unavailable');
  expect(reasons[1]).toMatch(/It says: "Check failed: sys_chroot.*"\. Allow .*allows chroot/);
  expect(await worker.stop()).toEqual([0, null]);
  rmSync(programs, { recursive: true });
});

test('is ready with a sandboxed browser as an ordinary user', async () => {
  await using worker = await startWorker([]);
  const { status, checks } = await worker.untilReadiness((body) => body.status === 'ready');
  expect([status, checks]).toEqual([
    'ready',
    { worker: 'ok', browser: 'ok', browser_sandbox: 'ok', script_sandbox: 'ok' },
  ]);
  expect(await worker.stop()).toEqual([0, null]);
});

interface Readiness {
  readonly status: string;
  readonly checks: Readonly<Record<string, string>>;
  readonly reasons: readonly string[];
}

/** Starts a worker of two slots that cannot reach a control plane, in a user namespace. */
async function startWorker(
  options: readonly string[],
  settings: Readonly<Record<string, string>> = {},
) {
  const directory = mkdtempSync(join(tmpdir(), 'errand-sandbox-'));
  const port = await findFreePort();
  const bwrap = ['--info-fd', '3', '--die-with-parent', ...AS_USER, ...options];
  const child = spawn('bwrap', [...bwrap, process.execPath, MAIN], {
    env: {
      ...pickEnvironment(process.env),
      CONTROL_PLANE_URL: 'http://127.0.0.1:1',
      WORKER_TOKEN: 'w'.repeat(40),
      WORKER_SLOTS: '2',
      WORK_DIRECTORY: directory,
      HEALTH_PORT: String(port),
      LOG_LEVEL: 'info',
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  let told = '';
  (child.stdio[3] as Readable).on('data', (chunk: Buffer) => (told += chunk.toString()));
  let output = '';
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return {
    directory,
    log: () =>
      output
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as { level: string; message: string }),
    untilReadiness: (accept: (body: Readiness) => boolean) =>
      pollUntil(
        'the worker has tried to start a browser',
        async () => {
          const signal = AbortSignal.timeout(PATIENCE_MS);
          const url = `http://127.0.0.1:${port}/health/ready`;
          // The worker does not listen yet; the deadline fails the test.
          const response = await fetch(url, { signal }).catch(() => null);
          const body = (await response?.json()) as Readiness | undefined;
          return body && accept(body) && body;
        },
        { deadlineMs: 60_000 },
      ),
    async stop() {
      // bwrap writes this in several pieces.
      const [, worker] = await pollUntil('bwrap names the worker', () => {
        return /"child-pid": (\d+)[\s,}]/.exec(told) ?? undefined;
      });
      process.kill(Number(worker), 'SIGTERM');
      const ended = await Promise.race([exited, delay(STOP_MS, undefined, { ref: false })]);
      if (!ended) throw new Error(`The worker still runs ${STOP_MS} ms after SIGTERM:\n${output}`);
      return ended;
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await exited;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
