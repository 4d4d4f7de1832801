import { expect, test } from '@jest/globals';
import { createSealer } from '@errand/secrets';
import { createAccountLimitStore } from '../accounts/account-limits.ts';
import { createAccountStore } from '../accounts/account-store.ts';
import { createIntegrationStore } from '../integrations/integration-store.ts';
import { labelAccount } from '../accounts/label-account.ts';
import { resealRecordings } from '../recordings/reseal-recordings.ts';
import { orderAutomation, startTestApp, type TestApp } from '../testing/start-test-app.ts';
import { useTestApp } from '../testing/use-test-app.ts';
import { createTicketSigner, parseSigningKeys, parseVerifyingKeys } from '@errand/stream-ticket';
import { createWorkerPoolStore } from '../worker-pools/worker-pool-store.ts';
import type { CommandTools, Stores } from './command.ts';
import { runCommand } from './run-command.ts';
import { UsageError } from './usage-error.ts';

const app = await useTestApp();

const run = async (...commandLine: string[]): Promise<Record<string, unknown>> => ({
  ...(await runCommand(commandLine, withStores(storesOf(app)))),
});

const refuse = () => Promise.reject(new Error('This command needs no such thing.'));
const withStores = (stores: Stores): CommandTools => ({
  openStores: () => Promise.resolve(stores),
  migrate: refuse,
});

function storesOf({ database, dependencies, queue }: TestApp): Stores {
  return {
    accounts: createAccountStore(database),
    accountLimits: createAccountLimitStore(database),
    apiKeys: dependencies.apiKeys,
    secretGrants: dependencies.secretGrants,
    workerPools: createWorkerPoolStore(database),
    labelAccount: (accountId, label) => labelAccount({ database, queue }, accountId, label),
    openSigningSecrets: () => dependencies.signingSecrets,
    openIntegrations: () => dependencies.integrations,
    resealRecordings: () => resealRecordings({ database, sealer: testSealer() }),
    deleteTasks: () => Promise.resolve(0),
  };
}

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

test('creates a key that opens the account until it expires or is revoked', async () => {
  await run('accounts', 'create', 'Keys');
  const options = ['--account', 'Keys'];
  const made = await run('keys', 'create', 'ci', ...options, '--expires-in-days', '2');
  const { account_id, api_key, api_key_id, expires_at } = made;
  const { findOwner } = app.dependencies.apiKeys;
  expect((await findOwner(String(api_key)))?.accountId).toBe(account_id);
  const days = (Date.parse(String(expires_at)) - Date.now()) / 86_400_000;
  expect(days).toBeCloseTo(2, 2);

  const { keys } = await run('keys', 'list', ...options);
  expect(keys).toMatchObject([{ api_key_id, name: 'ci', status: 'valid', expires_at }]);
  expect(JSON.stringify(keys)).not.toContain(String(api_key));
  const revoked = await run('keys', 'revoke', String(api_key_id), ...options);
  expect(revoked).toMatchObject({ api_key_id, status: 'revoked' });
  expect(await findOwner(String(api_key))).toBeUndefined();
});

test('creates a key with some scopes and an expiry date', async () => {
  await run('accounts', 'create', 'Scoped');
  const options = ['--account', 'Scoped'];
  const make = (...more: string[]) => run('keys', 'create', 'erp', ...options, ...more);
  const soon = new Date(Date.now() + 3 * 86_400_000).toISOString();
  const made = await make('--scopes', 'read, submit', '--expires', soon);
  expect(made).toMatchObject({ scopes: ['read', 'submit'], expires_at: soon });
  const owner = await app.dependencies.apiKeys.findOwner(String(made['api_key']));
  expect(owner).toMatchObject({ scopes: ['read', 'submit'], expiresSoonAt: new Date(soon) });
  const { keys } = await run('keys', 'list', ...options);
  expect(keys).toMatchObject([{ scopes: ['read', 'submit'], expires_soon: true }]);

  await expect(make('--scopes', 'read,write')).rejects.toThrow(
    /"write": give some of read, submit/,
  );
  await expect(make('--expires', '2020-01-01')).rejects.toThrow(/"2020-01-01": give a future time/);
  await expect(make('--expires', 'May')).rejects.toThrow(/"May": give a future time/);
  await expect(make('--expires', soon, '--expires-in-days', '2')).rejects.toThrow(/one of them/);
});

test('grants an account vault secrets once, lists the grant and revokes it', async () => {
  await run('accounts', 'create', 'Granted');
  const options = ['--provider', 'onepassword', '--vault', 'Suppliers', '--item', 'Portal*'];
  const origins = ['--origin', 'https://Portal.example:443/', '--origin', 'https://*.acme.example'];
  const made = await run('secrets', 'grant', 'Granted', ...options, ...origins);
  expect(made).toMatchObject({
    account: 'Granted',
    provider: 'onepassword',
    vault: 'Suppliers',
    item: 'Portal*',
    origins: ['https://*.acme.example', 'https://portal.example'],
    created: true,
  });
  const { created: _, ...grant } = made;
  const again = await run('secrets', 'grant', 'Granted', ...origins, ...options);
  expect(again).toEqual({ ...grant, created: false });
  expect(await run('secrets', 'grants', '--account', 'Granted')).toEqual({ grants: [grant] });
  expect(await run('secrets', 'grants')).toEqual({ grants: [grant] });

  const id = String(grant['grant_id']);
  expect(await run('secrets', 'revoke', id)).toEqual({ ...grant, revoked: true });
  expect(await run('secrets', 'grants')).toEqual({ grants: [] });
  await expect(run('secrets', 'revoke', id)).rejects.toThrow(`There is no grant "${id}"`);
  await expect(run('secrets', 'revoke', 'x')).rejects.toThrow('There is no grant "x"');
});

test.each([
  [['--provider', 'vault'], '--provider is "vault": give one of onepassword, aws_secrets_manager.'],
  [['--vault', ' '], 'vault is " "'],
  [['--item', 'a\nb'], String.raw`item is "a\nb"`],
  [['--origin', '*'], 'origin is "*": give only scheme and host'],
  [['--origin', 'https://*'], 'origin is "https://*"'],
  [['--origin', 'https://*.com'], 'origin is "https://*.com"'],
  [['--origin', 'https://a*.acme.example'], 'origin is "https://a*.acme.example"'],
  [['--origin', 'https://portal.example/login'], 'origin is "https://portal.example/login"'],
  [['--origin', 'https://portal.example@evil.example'], 'origin is "https://portal.example@evil'],
  [['--origin', 'null'], 'origin is "null"'],
  [['--origin', 'file:///etc'], 'origin is "file:///etc"'],
])('refuses a grant with %j', async (wrong, message) => {
  await run('accounts', 'create', 'Refused');
  const right = ['--provider', 'onepassword', '--vault', 'v', '--item', 'i'];
  const all = ['secrets', 'grant', 'Refused', ...right, '--origin', 'https://a.example', ...wrong];
  await expect(run(...all)).rejects.toThrow(message);
  expect(await run('secrets', 'grants', '--account', 'Refused')).toEqual({ grants: [] });
});

test('grants nothing without an origin, an item or an account', async () => {
  await run('accounts', 'create', 'Nothing');
  const grant = (...more: string[]) =>
    run(
      'secrets',
      'grant',
      ...more,
      '--provider',
      'aws_secrets_manager',
      '--vault',
      'eu-central-1',
    );
  await expect(grant('Nothing', '--item', 'i')).rejects.toThrow('origin is given 0 times');
  await expect(grant('Nothing', '--origin', 'https://a.example')).rejects.toThrow(
    '--item is missing',
  );
  await expect(grant('--item', 'i')).rejects.toThrow('ACCOUNT is missing');
  await expect(grant('Nobody', '--item', 'i')).rejects.toThrow('There is no account "Nobody"');
});

test('creates a worker pool, shows its token once, rotates it and revokes it', async () => {
  const pool = await run('pools', 'create', 'acme', '--labels', 'acme,default, acme');
  expect(pool).toEqual({
    name: 'acme',
    labels: ['acme', 'default'],
    worker_token: expect.stringMatching(/^errand_pool_[\w-]{43}$/),
    prefix: String(pool['worker_token']).slice(0, 17),
    created_at: expect.any(String),
    rotated_at: null,
    revoked_at: null,
  });
  const { workerRegister } = app.dependencies;
  const opens = async ({ worker_token: token }: Record<string, unknown>): Promise<boolean> =>
    (await workerRegister.findPool(String(token))) !== undefined;
  expect(await opens(pool)).toBe(true);
  const rotated = await run('pools', 'rotate', 'acme');
  expect([await opens(pool), await opens(rotated)]).toEqual([false, true]);
  const revoked = await run('pools', 'revoke', 'acme');
  expect(revoked).toMatchObject({ name: 'acme', revoked_at: expect.any(String) });
  expect(await run('pools', 'revoke', 'acme')).toEqual(revoked);
  expect(await opens(rotated)).toBe(false);
  expect(await run('pools', 'list')).toEqual({ pools: [revoked] });
  const { labels } = await run('pools', 'create', 'plain');
  expect(labels).toEqual(['default']);
});

test.each([
  [['create'], /NAME is missing/],
  [['create', 'a b'], /NAME is "a b"/],
  [['create', 'a', '--labels', 'x,'], /--labels has ""/],
  [['create', 'a', '--labels', 'x y'], /--labels has "x y"/],
  [['create', 'plain'], /pool "plain" already/],
  [['rotate', 'none'], /no worker pool "none"/],
  [['revoke', 'none'], /no worker pool "none"/],
])('refuses pools %j', async (words, message) => {
  await expect(run('pools', ...words)).rejects.toThrow(message);
});

test('seals integrations with the newest key', async () => {
  const { integrations } = app.dependencies;
  const settings = { workspace_domain: 'acme', token: 'xoxb-1' };
  await integrations.create(app.accountId, { name: 'Slack', kind: 'slack', settings });
  const keys = [
    { id: 'new', key: Buffer.alloc(32, 9) },
    { id: 'test', key: Buffer.alloc(32, 1) },
  ];
  const rotated = createIntegrationStore({
    database: app.database,
    sealer: createSealer({ keys }),
  });
  const stores = { ...storesOf(app), openIntegrations: () => rotated };

  expect(await runCommand(['integrations', 'reseal'], withStores(stores))).toEqual({
    resealed: 1,
    damaged_integration_ids: [],
  });
  const [row] = await app.database.prisma.integration.findMany();
  expect(row?.settings).toMatch(/^v1\.new\./);
  const newest = createSealer({ keys: keys.slice(0, 1) });
  const alone = createIntegrationStore({ database: app.database, sealer: newest });
  expect(await alone.settingsOf(app.accountId, 'slack')).toEqual([settings]);
});

test('reseals the seeds of recordings with the newest key, including unsealed ones', async () => {
  const { prisma } = app.database;
  const clear = { automation: orderAutomation };
  const { id } = await prisma.recordingVersion.findFirstOrThrow();
  await prisma.recordingVersion.update({ where: { id }, data: clear });
  expect(await run('recordings', 'reseal')).toEqual({ resealed: 1 });
  const sealed = await prisma.recordingVersion.findUniqueOrThrow({ where: { id } });
  expect(JSON.stringify(sealed.automation)).toMatch(/"sealed:v1\.new\./);
  expect(JSON.stringify(sealed.automation)).not.toContain('JBSWY3DPEHPK3PXP');
  // An already sealed seed is sealed again.
  expect(await run('recordings', 'reseal')).toEqual({ resealed: 1 });
  const again = await prisma.recordingVersion.findUniqueOrThrow({ where: { id } });
  expect(again.automation).not.toEqual(sealed.automation);
});

/** With a newer key ahead of the app's own one. */
function testSealer() {
  return createSealer({
    keys: [
      { id: 'new', key: Buffer.alloc(32, 9) },
      { id: 'test', key: Buffer.alloc(32, 1) },
    ],
  });
}

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
  const made = runCommand(['keys', 'create', 'laptop'], withStores(storesOf(alone)));
  expect(await made).toMatchObject({ account_id: alone.accountId });
});

test.each([
  [['signing-secrets', 'rotate', '--account', 'owner', '--overlap-hours', '1.5'], /"1.5"/],
  [['signing-secrets', 'show', '--account', 'nobody'], /There is no account "nobody"/],
  [[], /There is no command ""/],
  [['accounts', 'delete'], /There is no command "accounts delete"/],
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

test('reports an unknown key by its id', async () => {
  const failed = run('keys', 'revoke', 'none', '--account', 'owner');
  await expect(failed).rejects.toThrow('There is no API key with the id "none".');
});

test('creates keys for viewer tickets, without a database', async () => {
  const made = await makeStreamKeys('winter');
  const signing = parseSigningKeys(made['STREAM_SIGNING_KEYS'] ?? '');
  expect(signing).toMatchObject([{ id: 'winter' }]);
  expect(createTicketSigner({ keys: signing })).toBeDefined();
  expect(parseVerifyingKeys(made['STREAM_VERIFYING_KEYS'] ?? '')).toMatchObject([{ id: 'winter' }]);
  expect(await makeStreamKeys()).toMatchObject({
    STREAM_SIGNING_KEYS: expect.stringMatching(/^2\d{3}-/),
  });
  await expect(makeStreamKeys('a b')).rejects.toThrow(UsageError);
  await expect(makeStreamKeys('a', 'b')).rejects.toThrow(/an unexpected argument/);
});

async function makeStreamKeys(...args: string[]): Promise<Record<string, string>> {
  const tools = { openStores: refuse, migrate: refuse };
  return { ...(await runCommand(['stream-keys', 'create', ...args], tools)) };
}
