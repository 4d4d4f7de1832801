import { expect, test } from '@jest/globals';
import { createAccountLimitStore } from '../accounts/account-limits.ts';
import { useTestApp } from '../testing/use-test-app.ts';
import { listAccounts } from './account-commands.ts';
import type { Stores } from './command.ts';
import { limitAccount } from './limit-command.ts';
import { limitAllAccounts } from './run-limits.ts';

const app = await useTestApp();

/** Account commands use no other store. */
const run = (command: (args: string[], stores: Stores) => Promise<object>, ...args: string[]) =>
  command(args, {
    accounts: app.dependencies.accounts,
    accountLimits: createAccountLimitStore(app.database),
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

test("sets an account's own number of mails per day", async () => {
  const { accountId } = await app.dependencies.accounts.ensure('Mailing');
  const limit = (mails: string) => run(limitAccount, 'Mailing', `--mails-per-day=${mails}`);
  const read = () => app.database.prisma.account.findUniqueOrThrow({ where: { id: accountId } });
  expect(await limit('20')).toMatchObject({ mails_per_day: 20 });
  expect(await read()).toMatchObject({ mailsPerDay: 20 });
  await limit('default');
  expect(await read()).toMatchObject({ mailsPerDay: null });
  await expect(limit('1.5')).rejects.toThrow(/--mails-per-day is "1.5": give a whole number/);
  await expect(run(limitAccount, 'Mailing')).rejects.toThrow(
    /--storage-gib or --mails-per-day or .* is missing/,
  );
});

test("sets an account's own share of the workers, and the default one", async () => {
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
      `--running is "${wrong}": give a whole number from 0 (any) to 10000, or "default" for the usual limit.`,
    );
  }
  await expect(run(limitAllAccounts)).rejects.toThrow('--running or --minutes-per-day is missing.');
});
