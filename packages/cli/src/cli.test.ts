import { randomUUID } from 'node:crypto';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { packProgram } from '@errand/client/packing';
import { type Fleet, openFleet } from '@errand/task-runner/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { CLICK_NOTHING, createRecording, SEED } from './testing/create-recording.ts';
import { testRecordingFiles } from './testing/test-recording-files.ts';
import { testRefusedPushes } from './testing/test-refused-pushes.ts';
import { testInterrupts } from './testing/test-interrupts.ts';
import { testManyTasks } from './testing/test-many-tasks.ts';
import { testRepair } from './testing/test-repair.ts';
import { testSecretHints } from './testing/test-secret-hints.ts';
import { testSessions } from './testing/test-sessions.ts';
import { testSchedules } from './testing/test-schedules.ts';
import { testRows } from './testing/test-rows.ts';
import { linesOf, type Ran, runInProcess, type Surroundings } from './testing/run-in-process.ts';

const COMMAND = join(import.meta.dirname, '../../../bin/errand');

const owned = new AsyncDisposableStack();
let fleet: Fleet;
let env: Record<string, string>;
let directory: string;
beforeAll(async () => {
  fleet = owned.use(await openFleet());
  const { url, apiKey } = fleet.controlPlane;
  directory = fleet.directory;
  env = { ERRAND_URL: url, ERRAND_API_KEY: apiKey, HOME: directory };
  await fleet.store(recordingOf('idle', []));
  await fleet.store(recordingOf('secret', [], { code: [SEED] }));
  await fleet.store(recordingOf('vault', [], { pin: [] }));
  await fleet.store(recordingOf('broken', [CLICK_NOTHING]));
});
afterAll(async () => owned.disposeAsync());

const recordingOf = (name: string, nodes: readonly object[], secrets?: object) =>
  createRecording({ site: fleet.site.url, name, nodes, secrets });

const errand = (args: string, more: Surroundings = {}): Promise<Ran> =>
  runInProcess(args.split(' '), { env, ...more });

async function jsonOf(args: string, more?: Surroundings): Promise<Record<string, unknown>> {
  const { exitCode, stdout, stderr } = await errand(`${args} --json`, more);
  if (exitCode !== 0) throw new Error(`${exitCode}: ${stderr}`);
  return JSON.parse(stdout) as Record<string, unknown>;
}

async function submit(name = 'idle'): Promise<string> {
  return (await errand(`run ${name} note=x`)).stdout.trim();
}

function write(name: string, content: string): string {
  const path = join(directory, name);
  writeFileSync(path, content);
  return path;
}

describe('without a worker', () => {
  test('prints only the ID of a submitted task, and takes values from files and pipes', async () => {
    const file = write('note.txt', 'from a file\n');
    const ran = await errand(`run idle note=one note=@${file} note=@- note=@@home`, {
      stdin: 'from a pipe\r\n',
    });
    expect(ran.exitCode).toBe(0);
    expect(ran.stdout).toMatch(/^[0-9a-f-]{36}\n$/);
    expect(ran.stderr).toContain(`errand logs -f ${ran.stdout.trim()}`);
    expect(await jsonOf(`tasks show ${ran.stdout.trim()}`)).toMatchObject({
      input_parameters: { note: ['one', 'from a file', 'from a pipe', '@home'] },
    });
  });

  test('sends the submission options', async () => {
    const file = write('upload.txt', 'text');
    const { task_id: taskId } = await jsonOf(
      `run idle note=x --priority=-3 --minutes 7 --unique note --file ${file} --idempotency-key k1`,
    );
    const wrong = await errand('run idle note=x --trace sometimes');
    expect(wrong.stderr).toContain(
      '--trace is "sometimes": specify one of off, failed, all, replayable.',
    );
    expect(await jsonOf(`tasks show ${String(taskId)}`)).toMatchObject({
      priority: -3,
      max_timeout_in_minutes: 7,
      unique_parameter_names: ['note'],
      input_files: [{ name: 'upload.txt', size_bytes: 4 }],
    });
    const again = `run idle note=x --priority=-3 --minutes 7 --unique note --file ${file}`;
    expect(await jsonOf(`${again} --idempotency-key k1`)).toMatchObject({ task_id: taskId });
  });

  test('passes references to secrets on, and refuses passwords without repeating them', async () => {
    const refused = await errand('run secret note=x --secure code=hunter2');
    expect(refused).toMatchObject({ exitCode: 2, stdout: '' });
    expect(refused.stderr).not.toContain('hunter2');
    const vault = await errand('run secret note=x --secure code=op://Suppliers/Portal/password');
    expect(vault.stderr).toMatch(/onepassword/i);
    const region = await errand('run secret note=x --secure code=aws://eu-central-1/a/b#key');
    expect(region.stderr).toMatch(/aws|amazon/i);
    for (const given of ['totp:JBSWY3DPEHPK3PXP', JSON.stringify(SEED)]) {
      expect(await errand(`run secret note=x --secure code=${given}`)).toMatchObject({
        exitCode: 0,
      });
    }
  });

  testSecretHints(errand);

  test('lists tasks in a table that fits the terminal, and completely in a pipe', async () => {
    await submit();
    await submit();
    const narrow = await errand('tasks ls --name idle --since 1h --limit 2', { columns: 60 });
    const lines = narrow.stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(3);
    const widths = lines.map((line) => stripVTControlCharacters(line).length);
    expect(Math.max(...widths)).toBeLessThanOrEqual(60);
    expect(lines[1]).toMatch(/^[0-9a-f-]{36} /);
    expect(narrow.stdout).toContain('\u001B[33m');
    const narrowest = await errand('tasks ls --name idle --limit 1', { columns: 40 });
    expect(stripVTControlCharacters(narrowest.stdout)).toMatch(/^[0-9a-f-]{36}\n {2}queued\n$/m);
    const env2 = { ...env, NO_COLOR: '1' };
    expect((await errand('tasks ls', { columns: 60, env: env2 })).stdout).not.toContain('\u001B');
    expect((await errand('tasks ls --status queued')).stdout).toMatch(
      /^TASK +STATUS.*\n[0-9a-f-]{36} /,
    );
    expect(await jsonOf('tasks ls --status success')).toEqual({ tasks: [] });
  });

  test('says why a task is waiting', async () => {
    const taskId = await submit();
    expect(await jsonOf(`queue ${taskId}`)).toMatchObject({ task_id: taskId, reason: 'no_worker' });
    expect((await errand(`queue ${taskId}`)).stdout).toMatch(/^Status +queued\nWhy +No worker/);
  });

  test('cancels and retries a task', async () => {
    const taskId = await submit();
    expect(await errand(`tasks cancel ${taskId} ${await submit()}`)).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(new RegExp(`^${taskId}  The task is cancelled\\.\n`)),
    });
    const unknown = randomUUID();
    const ended = await errand(`tasks cancel ${unknown} ${await submit()}`);
    expect(ended.exitCode).toBe(1);
    expect(ended.stdout).toMatch(/^\S+ {2}404: .*\n.*The task is cancelled\.\n$/);
    const unknowns = await errand(`tasks cancel ${unknown} ${randomUUID()}`);
    expect(unknowns.exitCode).toBe(4);
    const retried = await jsonOf(`tasks retry ${taskId} note=other --version 1`);
    expect(retried).toMatchObject({ retry_of: taskId });
    expect(await jsonOf(`tasks show ${String(retried['task_id'])}`)).toMatchObject({
      input_parameters: { note: ['other'] },
    });
    expect(await errand(`logs -f ${taskId}`)).toMatchObject({
      exitCode: 3,
      stdout: expect.stringMatching(/queued\n.*cancelled\n/),
    });
  });

  testInterrupts({ errand, jsonOf, command: COMMAND, env: () => env });

  test('ends a wait with its own exit code when --timeout has passed', async () => {
    expect(await errand('run idle note=x --wait --timeout 1')).toMatchObject({
      exitCode: 5,
      stdout: '',
      stderr: expect.stringMatching(/has not ended within 1 s, .* errand logs -f \S+ /),
    });
    const silent = await errand('run idle note=x --wait --timeout 1 --json');
    expect({ ...silent, stderr: JSON.parse(silent.stderr) }).toMatchObject({
      exitCode: 5,
      stdout: '',
      stderr: { error: { task_ids: [expect.stringMatching(/^[0-9a-f-]{36}$/)] } },
    });
    const path = write('tried.json', JSON.stringify(recordingOf('tried', [])));
    expect(await errand(`try ${path} note=x --timeout 1`)).toMatchObject({
      exitCode: 5,
      stderr: expect.stringMatching(/did not end within 1 s and were abandoned/),
    });
  });
});

testSchedules({ errand, jsonOf, env: () => env });

testSessions({
  errand,
  jsonOf,
  fleet: () => fleet,
  writeIdle: (name) => write(name, JSON.stringify(recordingOf('waits', []))),
});

test('is installed from its tarball alone, without a registry', async () => {
  const tarball = packProgram(join(import.meta.dirname, '..'), directory);
  const bare = mkdtempSync(join(directory, 'bare-'));
  const run = promisify(execFile);
  const command = ['--offline', '--yes', '--package', tarball, 'errand', 'whoami', '--json'];
  const options = { cwd: bare, env: { ...env, PATH: process.env['PATH'] } };
  const { stdout } = await run('npx', command, options);
  expect(JSON.parse(stdout)).toMatchObject({ account_name: 'test' });
});

testManyTasks({ errand, submit, store: (name) => fleet.store(recordingOf(name, [])) });

testRows({ errand, jsonOf, write });

testRecordingFiles({ errand, jsonOf, write, recordingOf, fleet: () => fleet });

testRefusedPushes({ errand, write, recordingOf });

describe('the connection', () => {
  test('is saved after a successful login, for this user only', async () => {
    const { ERRAND_URL: url = '', ERRAND_API_KEY: key = '' } = env;
    const own = { HOME: directory, XDG_CONFIG_HOME: join(directory, 'config') };
    const wrong = await errand(`login ${url}`, { env: own, stdin: 'wrong-key\n' });
    expect(wrong.exitCode).toBe(4);
    expect((await errand('tasks ls', { env: own })).exitCode).toBe(2);
    const login = await errand(`login ${url}/ --profile work`, { env: own, stdin: `${key}\n` });
    expect(login).toMatchObject({ exitCode: 0, stderr: '' });
    expect(login.stdout).not.toContain(key);
    expect((await jsonOf('whoami', { env: own }))['source']).toBe('profile "work"');
  });

  test('is checked by the doctor', async () => {
    const { is_healthy: isHealthy, checks } = await jsonOf('doctor');
    expect({ isHealthy, checks }).toMatchObject({
      isHealthy: true,
      checks: [
        { name: 'server', outcome: 'ok' },
        { name: 'clock', outcome: 'ok' },
        { name: 'key', outcome: 'ok' },
        { name: 'versions', outcome: 'ok', detail: 'server 0.1.0, command line 0.1.0' },
        { name: 'event stream', outcome: 'ok' },
        { name: 'live view', outcome: 'skipped' },
      ],
    });
    const denied = await errand('doctor', { env: { ...env, ERRAND_API_KEY: 'wrong' } });
    expect(denied).toMatchObject({ exitCode: 3, stdout: expect.stringMatching(/failed +key/) });
    const gone = await errand('doctor', { env: { ...env, ERRAND_URL: 'http://127.0.0.1:9' } });
    expect(gone).toMatchObject({ exitCode: 3, stdout: expect.stringMatching(/^failed +server/) });
  });
});

describe('with a worker', () => {
  beforeAll(async () => {
    await errand('tasks cancel 00000000-0000-4000-8000-000000000000');
    await fleet.controlPlane.call('POST', '/api/v1/tasks/cancel', { statuses: ['queued'] });
    owned.use(await fleet.startWorker());
  });

  test('runs what was imported from another tool', async () => {
    const path = write(
      'prices.spec.ts',
      `import { test } from '@playwright/test';
      test('Price list', async ({ page }) => {
        await page.goto('${fleet.site.url}/');
        await page.getByRole('link', { name: 'Price list' }).click();
      });`,
    );
    const imported = await errand(`import ${path} --push`);
    expect(imported).toMatchObject({ exitCode: 0, stderr: 'created  price-list  version 1\n' });
    expect((await errand(`import ${path} --push`)).stderr).toMatch(/^unchanged  price-list/);
    expect((await errand('run price-list --wait')).exitCode).toBe(0);
  });

  testRepair({ fleet: () => fleet, env: () => env, errand, jsonOf, write, recordingOf });

  test('waits for tasks and reports whether they succeeded', async () => {
    const path = write('rows.csv', 'note\none\ntwo\n');
    const [good, rows, bad] = await Promise.all([
      errand('run idle note=x --wait'),
      errand(`run idle --csv ${path} --wait`),
      errand('run broken note=x --wait', { columns: 100 }),
    ]);
    expect(good).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/Status +success\n/),
      stderr: expect.stringMatching(/^Task \S+ is submitted\.\n$/),
    });
    expect(rows).toMatchObject({ exitCode: 0, stderr: '2 rows: 2 success.\n' });
    expect(bad.exitCode).toBe(3);
    // The error also lists what the page shows, which may be several lines.
    expect(bad.stdout).toMatch(/Error +[^]*\nClass +locator_not_found\nHint +Check the locator/);
    expect(bad.stdout).toMatch(/\nMore +http:\S+\/docs\/errors#locator_not_found\n/);
    // Progress leaves no line behind.
    expect(bad.stderr).toContain('nodes[0] click_element: failed');
    expect(bad.stderr.endsWith('\r\u001B[K')).toBe(true);
    const [, picture = ''] = /Picture +(\S+\.png)/.exec(bad.stdout) ?? [];
    expect(readFileSync(picture).subarray(1, 4).toString()).toBe('PNG');

    const [, taskId = ''] = /^Task +(\S+)/.exec(bad.stdout) ?? [];
    const followed = await errand(`logs -f ${taskId}`);
    expect(followed.exitCode).toBe(3);
    expect(followed.stdout).toMatch(/running\n.*failed +.* nodes\[0\] click_element: /s);
    expect(followed.stdout).toMatch(new RegExp(`Page +${fleet.site.url}`));
    const events = linesOf((await errand(`logs -f ${taskId} --json`)).stdout);
    expect(events.at(-1)).toMatchObject({ event: 'status', data: { status: 'failed' } });
    expect((await errand(`logs ${taskId}`)).exitCode).toBe(0);
  });
});
