import { listen } from '@errand/app-runtime';
import { afterAll, expect, test } from '@jest/globals';
import { enrolWorker } from '../testing/enrol-worker.ts';
import { createRemoteRunner } from '../testing/run-commands.ts';
import { adminToken } from '../testing/start-test-app.ts';
import { useTestApp } from '../testing/use-test-app.ts';
import { AdminRefusedError, openAdminClient } from './admin-client.ts';
import { UsageError } from './usage-error.ts';

const app = await useTestApp();
const server = await listen(app.app, { port: 0, host: '127.0.0.1', setting: 'PORT' });
afterAll(async () => server[Symbol.asyncDispose]());
const settings = { ERRAND_URL: `${server.url}/`, ADMIN_TOKEN: adminToken };
const run = createRemoteRunner(() => openAdminClient(settings));
const because = ['--reason', 'Maintenance.', '--by', 'ann'];
const portal = ['--portal', 'https://portal.example'];

test('pauses and resumes a portal of an account by name', async () => {
  await app.submit();
  const until = new Date(Date.now() + 60_000).toISOString();
  const paused = await run('pauses', 'create', 'owner', ...portal, ...because, '--until', until);
  expect(paused).toMatchObject({ account_id: app.accountId, by: 'ann', expires_at: until });
  expect(await run('pauses', 'list')).toMatchObject({ pauses: [{ account: 'owner' }] });
  expect(await run('demand', 'show')).toMatchObject({ claimable: 0, waiting: { paused: 1 } });
  expect(await run('demand', 'show', '--labels', 'acme')).toMatchObject({ waiting: { total: 0 } });
  const ended = await run('pauses', 'end', 'owner', ...portal, '--reason', 'Over.');
  expect(ended).toMatchObject({ was_paused: true });
});

test('counts what a purge would cancel, and cancels with --run yes', async () => {
  const purge = (...more: string[]) => run('tasks', 'purge', 'owner', ...because, ...more);
  expect(await purge()).toMatchObject({ dry_run: true, waiting: 1, cancelled: 0 });
  expect(await purge('--run', 'yes')).toMatchObject({ dry_run: false, cancelled: 1 });
  expect(await run('quotas', 'show', 'owner')).toMatchObject({ waiting: 0, account: 'owner' });
});

test('sets some quotas of an account and keeps the others', async () => {
  const set = (...limits: string[]) => run('quotas', 'set', 'owner', ...limits, ...because);
  const storage = ['--storage-gib', '1.5', '--mails-per-day', '0'];
  const limited = await set(...storage, '--running', '4', '--debug-sessions', '5');
  const own = {
    running: 4,
    minutes_per_day: null,
    storage_bytes: 1.5 * 1024 ** 3,
    mails_per_day: 0,
    debug_sessions: 5,
  };
  expect(limited).toMatchObject({ account: 'owner', own });
  const changed = { ...own, running: null, minutes_per_day: 600 };
  expect(await set('--running', 'default', '--minutes-per-day', '600')).toMatchObject({
    own: changed,
  });
  expect(await run('quotas', 'show', 'owner')).toMatchObject({ own: changed });
  await Promise.all([set('--running', '7'), set('--minutes-per-day', '60')]);
  const both = { own: { ...own, running: 7, minutes_per_day: 60 } };
  expect(await run('quotas', 'show', 'owner')).toMatchObject(both);
  await set('--running', 'default');
  const usual = await set('--storage-gib', 'default', '--mails-per-day', 'default');
  expect(usual).toMatchObject({ own: { storage_bytes: null, mails_per_day: null } });
  const ended = await set('--minutes-per-day', 'default', '--debug-sessions', 'default');
  expect(ended).toMatchObject({ own: { debug_sessions: null } });
});

test('drains and resumes a worker', async () => {
  await enrolWorker(app, { workerId: 'leaving' });
  const drained = await run('workers', 'drain', 'leaving', ...because);
  expect(drained).toMatchObject({ worker_id: 'leaving', by: 'ann' });
  const { workers } = await run('workers', 'list');
  expect(workers).toContainEqual(expect.objectContaining({ state: 'drained' }));
  const resumed = await run('workers', 'resume', 'leaving', '--reason', 'Done.');
  expect(resumed).toEqual({ worker_id: 'leaving', was_draining: true });
});

test('reports the refusals of the control plane', async () => {
  expect(await run('sessions', 'list')).toEqual({ sessions: [] });
  const refused = run('sessions', 'end', 'a/b', ...because);
  await expect(refused).rejects.toThrow('There is no warm session "a/b"');
  await expect(refused).rejects.toThrow(AdminRefusedError);
  const past = run('pauses', 'create', 'owner', ...because, '--until', '2020-01-01');
  await expect(past).rejects.toThrow(/^expires_at: .*is not in the future/);
  const wrong = createRemoteRunner(() =>
    openAdminClient({ ...settings, ADMIN_TOKEN: 'x'.repeat(32) }),
  );
  await expect(wrong('workers', 'list')).rejects.toThrow(/admin token is missing or wrong/);
  const ERRAND_URL = 'http://127.0.0.1:9';
  const away = createRemoteRunner(() => openAdminClient({ ...settings, ERRAND_URL }));
  await expect(away('workers', 'list')).rejects.toThrow(/cannot be reached.*check ERRAND_URL/);
  const without = createRemoteRunner(() => openAdminClient({}));
  await expect(without('workers', 'list')).rejects.toThrow(/ADMIN_TOKEN/);
  const misspelt = createRemoteRunner(() =>
    openAdminClient({ ...settings, ERRAND_URL: 'ftp://x' }),
  );
  await expect(misspelt('workers', 'list')).rejects.toThrow(
    /ERRAND_URL is "ftp:\/\/x": specify an/,
  );
});

test.each([
  [['workers', 'drain', 'a'], /--reason is missing/],
  [['workers', 'drain', ...because], /WORKER_ID is missing/],
  [['pauses', 'create', 'nobody', ...because], /There is no account "nobody"/],
  [['pauses', 'create', 'owner', ...because, '--until', 'May'], /--until is "May": specify a time/],
  [['tasks', 'purge', 'owner', ...because, '--run', 'now'], /--run is "now": specify yes/],
  [['quotas', 'set', 'owner', ...because], /--storage-gib or .* is missing/],
  [['quotas', 'set', 'owner', '--running', '4'], /--reason is missing/],
  [
    ['workers', 'drain', 'a', '--reason', ' '],
    /^--reason is missing: say why, for the audit log\.\n/,
  ],
  [
    ['workers', 'drain', 'a', ...because, '--by', ''],
    /^--by is empty: say who you are, or leave it out\.\n/,
  ],
  [
    ['quotas', 'set', 'owner', '--running', '1.5', ...because],
    /--running is "1.5": specify a whole/,
  ],
  [['quotas', 'set', 'nobody', '--running', '4', ...because], /no account "nobody"/],
])('refuses %j and says what to write', async (commandLine, message) => {
  const failed = run(...commandLine);
  await expect(failed).rejects.toThrow(UsageError);
  await expect(failed).rejects.toThrow(message);
});

test('does not repeat a password in ERRAND_URL', () => {
  const ERRAND_URL = 'http://ann:harbor@127.0.0.1:9';
  const open = () => openAdminClient({ ...settings, ERRAND_URL });
  expect(open).toThrow(/ERRAND_URL: has a user name or a password: remove them/);
  expect(open).not.toThrow(/harbor/);
});
