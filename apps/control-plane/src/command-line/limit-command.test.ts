import { expect, test } from '@jest/globals';
import { createAccountLimitStore } from '../accounts/account-limits.ts';
import { useTestApp } from '../testing/use-test-app.ts';
import { listAccounts } from './account-commands.ts';
import type { Stores } from './command.ts';
import { limitAccount } from './limit-command.ts';
import { setRetention } from './retention-command.ts';
import { limitAllAccounts } from './run-limits.ts';

const app = await useTestApp();

/** Account commands do not use any other store. */
const run = (command: (args: string[], stores: Stores) => Promise<object>, ...args: string[]) =>
  command(args, {
    accounts: app.dependencies.accounts,
    accountLimits: createAccountLimitStore(app.database),
    retention: app.dependencies.retention,
  } as Stores);

test("sets an account's own storage limit and resets it to the default", async () => {
  const { accountId } = await app.dependencies.accounts.ensure('Limited');
  const listed = { account_id: accountId, name: 'Limited', stored_bytes: 1024 };
  const limit = (gib: string) => run(limitAccount, 'Limited', `--storage-gib=${gib}`);
  expect(await limit('1.5')).toMatchObject({ storage_limit_bytes: 1_610_612_736 });
  expect(await run(listAccounts)).toMatchObject({
    accounts: expect.arrayContaining([{ ...listed, storage_limit_bytes: 1_610_612_736 }]),
  });
  expect(await limit('default')).toMatchObject({ storage_limit_bytes: null });
  expect(await run(listAccounts)).toMatchObject({
    accounts: expect.arrayContaining([{ ...listed, storage_limit_bytes: null }]),
  });
  for (const wrong of ['-1', 'much', ''])
    await expect(limit(wrong)).rejects.toThrow(/--storage-gib is/);
});

test("sets an account's own limit of emails per day", async () => {
  const { accountId } = await app.dependencies.accounts.ensure('Mailing');
  const limit = (mails: string) => run(limitAccount, 'Mailing', `--mails-per-day=${mails}`);
  const read = () => app.database.prisma.account.findUniqueOrThrow({ where: { id: accountId } });
  expect(await limit('20')).toMatchObject({ mails_per_day: 20 });
  expect(await read()).toMatchObject({ mailsPerDay: 20 });
  await limit('default');
  expect(await read()).toMatchObject({ mailsPerDay: null });
  await expect(limit('1.5')).rejects.toThrow(/--mails-per-day is "1.5": specify a whole number/);
  await expect(run(limitAccount, 'Mailing')).rejects.toThrow(
    /--storage-gib or --mails-per-day or .* is missing/,
  );
});

const limitDebugging = (sessions: string) =>
  run(limitAccount, 'Debugging', '--debug-sessions', sessions);

test("sets an account's own limit of open debug sessions", async () => {
  const { accountId } = await app.dependencies.accounts.ensure('Debugging');
  const read = () => app.database.prisma.account.findUniqueOrThrow({ where: { id: accountId } });
  expect(await limitDebugging('5')).toMatchObject({ max_debug_sessions: 5 });
  expect(await read()).toMatchObject({ maxDebugSessions: 5 });
  await limitDebugging('default');
  expect(await read()).toMatchObject({ maxDebugSessions: null });
  await expect(limitDebugging('1.5')).rejects.toThrow(
    /--debug-sessions is "1.5": specify a whole number/,
  );
});

test("sets an account's own share of the workers and resets it to the default", async () => {
  const { accountId } = await app.dependencies.accounts.ensure('Shared');
  const limit = (...options: string[]) => run(limitAccount, 'Shared', ...options);
  const read = () => app.database.prisma.account.findUniqueOrThrow({ where: { id: accountId } });
  expect(await limit('--running', '3')).toEqual({
    account_id: accountId,
    name: 'Shared',
    max_running: 3,
  });
  await limit('--minutes-per-day', '600');
  expect(await read()).toMatchObject({ maxRunning: 3, maxMinutesPerDay: 600 });
  const lift = ['--running', 'default', '--minutes-per-day', 'default'];
  await limit(...lift);
  expect(await read()).toMatchObject({ maxRunning: null, maxMinutesPerDay: null });

  const others = { max_running: null, max_minutes_per_day: 60 };
  expect(await run(limitAllAccounts, '--minutes-per-day', '60')).toEqual(others);
  expect(await run(limitAllAccounts, ...lift)).toEqual({ ...others, max_minutes_per_day: null });
  for (const wrong of ['-1', '1.5', '10001', 'none', '']) {
    await expect(limit(`--running=${wrong}`)).rejects.toThrow(
      `--running is "${wrong}": specify a whole number from 0 (any) to 10000, or "default" for the usual limit.`,
    );
  }
  await expect(run(limitAllAccounts)).rejects.toThrow('--running or --minutes-per-day is missing.');
});

test('sets how long an account keeps tasks and files; omitted limits are unchanged', async () => {
  const { accountId } = await app.dependencies.accounts.ensure('Keeping');
  const retain = (...options: string[]) => run(setRetention, 'Keeping', ...options);
  const answer = { account_id: accountId, name: 'Keeping' };
  expect(await retain('--task-days', '365')).toEqual({
    ...answer,
    task_days: 365,
    file_days: null,
  });
  expect(await retain('--file-days=0')).toEqual({ ...answer, task_days: 365, file_days: 0 });
  expect(await app.dependencies.retention.get(accountId)).toEqual({
    own: { taskDays: 365, fileDays: 0 },
    effective: { taskDays: 365, fileDays: 0 },
  });
  expect(await retain('--task-days=default')).toEqual({ ...answer, task_days: null, file_days: 0 });
  for (const wrong of ['-1', '1.5', '36501', 'never', '']) {
    await expect(retain(`--task-days=${wrong}`)).rejects.toThrow(
      `--task-days is "${wrong}": specify a whole number from 0 (forever) to 36500, or "default" for the usual limit.`,
    );
  }
  await expect(retain()).rejects.toThrow('--task-days or --file-days is missing.');
  await expect(run(setRetention, 'Nobody', '--task-days=1')).rejects.toThrow(
    'There is no account "Nobody": "errand admin accounts list" shows all.',
  );
});
