import { expect, test } from '@jest/globals';
import { pollUntil } from '@errand/test-kit';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));

/** Six processes load their sources while other tests run. */
const START_MS = 150_000;

interface Ready {
  readonly api_url: string;
  readonly stream_url: string;
  readonly sample_site_url: string;
  readonly api_key: string;
}

test('starts everything, runs the sample task, starts again and leaves nothing behind', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'errand-start-'));
  await using first = start(['--json', '--auto-ports', '--data-dir', join(directory, 'data')], {
    CORS_ORIGINS: 'https://shop.example',
    RECORD_SESSION: 'true',
  });
  const ready: Ready = JSON.parse(await first.untilOutput());
  expect(first.errors()).toContain('CORS_ORIGINS');
  expect(first.errors()).not.toContain('shop.example');
  expect(first.errors()).toContain('no setting RECORD_SESSION, so it has no effect. Did you mean');
  const headers = { origin: 'https://shop.example' };
  const allowed = await fetch(`${ready.api_url}/health/live`, { headers });
  expect(allowed.headers.get('access-control-allow-origin')).toBe('https://shop.example');
  expect(ready).toEqual({
    api_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    stream_url: expect.stringMatching(/^ws:\/\/127\.0\.0\.1:\d+$/),
    sample_site_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    local_inference_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    worker_urls: [],
    api_key: expect.any(String),
    data_dir: join(directory, 'data'),
  });
  await pollUntil('the sample task is reported', () => first.errors().includes('HS-10424.csv'), {
    deadlineMs: 60_000,
  });
  expect(first.errors()).toContain('success after');
  const [, page = ''] = /watch {3}(http\S+)/.exec(first.errors()) ?? [];
  expect(page).toMatch(`${ready.api_url}/live/`);
  expect((await fetch(page)).headers.get('content-security-policy')).toContain(
    `connect-src 'self' ${ready.stream_url};`,
  );
  await pollUntil('database and the next display are found', () =>
    ['postgres', 'Xvfb'].every((name) =>
      processesOf(directory).some((line) => line.includes(name)),
    ),
  );
  expect(await first.stop()).toBe(0);
  expect(first.errors()).toMatch(/\nStopping: worker .*\nStopped\.\n$/);
  // Standard output has only this line.
  expect(first.output().trimEnd().split('\n')).toHaveLength(1);
  expect(processesOf(directory)).toEqual([]);

  await using second = start([
    '--json',
    '--auto-ports',
    '--no-sample',
    '--data-dir',
    join(directory, 'data'),
  ]);
  const again: Ready = JSON.parse(await second.untilOutput());
  expect(again.api_key).toBe(ready.api_key);
  expect(await second.stop()).toBe(0);
  expect(processesOf(directory)).toEqual([]);
  rmSync(directory, { recursive: true });
}, 480_000);

test('names the port and the setting when a port is busy', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'errand-start-'));
  const blocker = createServer().listen(0, '127.0.0.1');
  await once(blocker, 'listening');
  const address = blocker.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  await using blocked = start(['--data-dir', directory], { STREAM_PORT: String(port) });
  const [code] = await once(blocked.child, 'exit');
  blocker.close();
  expect(code).toBe(1);
  expect(blocked.errors()).toContain(
    `Port ${port} is in use by another process. Set STREAM_PORT to a free port, or stop that process.`,
  );
  expect(processesOf(directory)).toEqual([]);
  rmSync(directory, { recursive: true });
});

test.each([
  ['--nope', "Unknown option '--nope'"],
  ['--slots=0', '--slots is "0", but it must be a whole number from 1 to 64.'],
  ['--workers=many', '--workers is "many", but it must be a whole number from 1 to 64.'],
])('refuses the flag %s', async (flag, message) => {
  const { child } = start([flag]);
  const [errors] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect(errors).toContain(message);
  expect(child.exitCode).toBe(1);
});

test('the root package runs scripts through exec, so that signals reach them', () => {
  const file = new URL('../../package.json', import.meta.url);
  const { scripts } = JSON.parse(readFileSync(file, 'utf8')) as { scripts: Record<string, string> };
  expect(scripts['start']).toMatch(/^exec node /);
  expect(scripts['test']).toMatch(/^exec node /);
});

function start(args: readonly string[], settings: Readonly<Record<string, string>> = {}) {
  const child = spawn('node', [MAIN, ...args], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  return {
    child,
    output: () => output,
    errors: () => errors,
    untilOutput: () =>
      pollUntil('it is ready', () => output.includes('\n') && output, { deadlineMs: START_MS }),
    async stop() {
      child.kill('SIGTERM');
      const [code] = await once(child, 'exit');
      return code as number | null;
    },
    /** Runs even if an expectation fails: nothing may outlive the test. */
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) await this.stop();
    },
  };
}

/** Command lines that contain the directory: PostgreSQL, the displays and the browsers. */
function processesOf(directory: string): string[] {
  const listed = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' });
  return listed.split('\n').filter((line) => line.includes(directory));
}
