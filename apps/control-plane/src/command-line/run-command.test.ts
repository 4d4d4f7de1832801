import { expect, test } from '@jest/globals';
import { createRunner } from '../testing/run-commands.ts';
import { startTestApp } from '../testing/start-test-app.ts';
import { useTestApp } from '../testing/use-test-app.ts';
import { UsageError } from './usage-error.ts';

const app = await useTestApp();
const run = createRunner(app);

test('creates an account once, with a workspace to record into', async () => {
  const first = await run('accounts', 'create', 'Acme');
  expect(first).toEqual({ account_id: expect.any(String), name: 'Acme', created: true });
  expect(await run('accounts', 'create', 'Acme')).toEqual({ ...first, created: false });
  const { workspaces } = app.dependencies;
  expect(await workspaces.find(String(first['account_id']))).toEqual(expect.any(String));
  const { account_id } = first;
  const { accounts } = await run('accounts', 'list');
  expect(accounts).toContainEqual(expect.objectContaining({ account_id, name: 'Acme' }));
});

test('restricts an account to the workers of a label, and lifts the restriction', async () => {
  await run('accounts', 'create', 'Labelled');
  const where = { name: 'Labelled' };
  const { account } = app.database.prisma;
  expect(await run('accounts', 'label', 'Labelled', 'acme')).toMatchObject({
    worker_label: 'acme',
  });
  expect(await account.findUnique({ where })).toMatchObject({ workerLabel: 'acme' });
  expect(await run('accounts', 'label', 'Labelled')).toMatchObject({ worker_label: null });
  expect(await account.findUnique({ where })).toMatchObject({ workerLabel: null });
  for (const label of ['default', 'a b']) {
    await expect(run('accounts', 'label', 'Labelled', label)).rejects.toThrow(/LABEL is/);
  }
});

test('shows the signing secret of an account and rotates it with an overlap', async () => {
  await run('accounts', 'create', 'Signing');
  const first = await run('signing-secrets', 'show', '--account', 'Signing');
  expect(first).toMatchObject({
    signing_secrets: [{ secret: expect.stringMatching(/^whsec_/), expires_at: null }],
  });
  expect(await run('signing-secrets', 'show', '--account', 'Signing')).toEqual(first);
  const options = ['--account', 'Signing', '--overlap-hours', '0'];
  const rotated = await run('signing-secrets', 'rotate', ...options);
  expect(rotated).toMatchObject({ signing_secrets: [{ expires_at: null }] });
  expect(rotated['signing_secrets']).not.toEqual(first['signing_secrets']);
});

test('uses the only account when none is named', async () => {
  await using alone = await startTestApp();
  await alone.database.prisma.account.delete({ where: { name: 'other' } });
  const made = await createRunner(alone)('keys', 'create', 'laptop');
  expect(made).toMatchObject({ account_id: alone.accountId });
});

test.each([
  [['signing-secrets', 'rotate', '--account', 'owner', '--overlap-hours', '1.5'], /"1.5"/],
  [['signing-secrets', 'show', '--account', 'nobody'], /There is no account "nobody"/],
  [[], /^A command is missing/],
  [['accounts', 'remove'], /There is no command "accounts remove"/],
  [['constructor'], /There is no command "constructor"/],
  [['accounts', 'create'], /NAME is missing/],
  [['accounts', 'create', ' '], /NAME is missing/],
  [['accounts', 'create', 'a', 'b'], /"b" is an unexpected argument/],
  [['accounts', 'create', 'x', '--nme', 'x'], /--nme/],
  [['keys', 'create', 'x'], /--account is missing: there are several accounts/],
  [['keys', 'create', 'x', '--account', 'nobody'], /There is no account "nobody"/],
  [['keys', 'create', 'x', '--account', 'owner', '--expires-in-days', 'soon'], /"soon"/],
  [['keys', 'revoke', '--account', 'owner'], /API_KEY_ID is missing/],
])('refuses %j and says what to write', async (commandLine, message) => {
  const failed = run(...commandLine);
  await expect(failed).rejects.toThrow(UsageError);
  await expect(failed).rejects.toThrow(message);
});
