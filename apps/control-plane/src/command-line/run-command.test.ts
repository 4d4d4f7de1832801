import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createAccountStore } from '../accounts/account-store.ts';
import { startTestApp, type TestApp } from '../testing/start-test-app.ts';
import { runCommand, UsageError } from './run-command.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
});

const run = (...commandLine: string[]) =>
  runCommand(commandLine, {
    accounts: createAccountStore(app.database),
    apiKeys: app.dependencies.apiKeys,
    openSigningSecrets: () => app.dependencies.signingSecrets,
  });

test('makes an account once, with a workspace to record into', async () => {
  const first = await run('create-account', '--name', 'Acme');
  expect(first).toEqual({ account_id: expect.any(String), name: 'Acme', created: true });
  expect(await run('create-account', '--name', 'Acme')).toEqual({ ...first, created: false });
  const { workspaces } = app.dependencies;
  expect(await workspaces.find(String(first['account_id']))).toEqual(expect.any(String));
});

test('makes a key that opens the account until it expires', async () => {
  await run('create-account', '--name', 'Keys');
  const made = await run(
    'create-key',
    '--account',
    'Keys',
    '--name',
    'ci',
    '--expires-in-days',
    '2',
  );
  const { account_id, api_key, expires_at } = made;
  const owner = await app.dependencies.apiKeys.findOwner(String(api_key));
  expect(owner?.accountId).toBe(account_id);
  const days = (Date.parse(String(expires_at)) - Date.now()) / 86_400_000;
  expect(days).toBeCloseTo(2, 2);
});

test('shows the signing secret of an account and changes it with an overlap', async () => {
  await run('create-account', '--name', 'Signing');
  const first = await run('show-signing-secrets', '--account', 'Signing');
  expect(first).toMatchObject({
    signing_secrets: [{ secret: expect.stringMatching(/^whsec_/), expires_at: null }],
  });
  expect(await run('show-signing-secrets', '--account', 'Signing')).toEqual(first);
  const rotated = await run(
    'rotate-signing-secret',
    '--account',
    'Signing',
    '--overlap-hours',
    '0',
  );
  expect(rotated).toMatchObject({ signing_secrets: [{ expires_at: null }] });
  expect(rotated['signing_secrets']).not.toEqual(first['signing_secrets']);
});

test.each([
  [['rotate-signing-secret', '--account', 'owner', '--overlap-hours', '1.5'], /"1.5"/],
  [['show-signing-secrets', '--account', 'nobody'], /There is no account "nobody"/],
  [[], /There is no command ""/],
  [['delete-account'], /There is no command "delete-account"/],
  [['create-account'], /--name is missing/],
  [['create-account', '--nme', 'x'], /--nme/],
  [['create-key', '--account', 'nobody', '--name', 'x'], /There is no account "nobody"/],
  [['create-key', '--account', 'owner', '--name', 'x', '--expires-in-days', 'soon'], /"soon"/],
])('refuses %j and says what to write', async (commandLine, message) => {
  const failed = run(...commandLine);
  await expect(failed).rejects.toThrow(UsageError);
  await expect(failed).rejects.toThrow(message);
});
