import { createSealer } from '@errand/secrets';
import { expect, test } from '@jest/globals';
import { createIntegrationStore } from '../integrations/integration-store.ts';
import { createRunner, rotatedKeys } from '../testing/run-commands.ts';
import { orderAutomation, orderSubmission, startTestApp } from '../testing/start-test-app.ts';
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

test('seals integrations with the newest key', async () => {
  const { integrations } = app.dependencies;
  const settings = { workspace_domain: 'acme', token: 'xoxb-1' };
  await integrations.create(app.accountId, { name: 'Slack', kind: 'slack', settings });
  const sealer = createSealer({ keys: rotatedKeys });
  const rotated = createIntegrationStore({ database: app.database, sealer });
  const reseal = createRunner(app, { openIntegrations: () => rotated });

  expect(await reseal('integrations', 'reseal')).toEqual({
    resealed: 1,
    damaged_integration_ids: [],
  });
  const [row] = await app.database.prisma.integration.findMany();
  expect(row?.settings).toMatch(/^v1\.new\./);
  const newest = createSealer({ keys: rotatedKeys.slice(0, 1) });
  const alone = createIntegrationStore({ database: app.database, sealer: newest });
  expect(await alone.settingsOf(app.accountId, 'slack')).toEqual([settings]);
});

test('seals the secrets of schedules with the newest key', async () => {
  const secure_parameters = { code: [{ totp: { totp_secret: 'GEZDGNBVGY3TQOJQ' } }] };
  const task = { ...orderSubmission, secure_parameters };
  await app.post('/api/v1/schedules', { name: 'daily', cron: '0 7 * * *', task }).expect(201);
  expect(await run('schedules', 'reseal')).toEqual({ resealed: 1, damaged_schedule_ids: [] });
  const row = await app.database.prisma.schedule.findFirstOrThrow();
  expect(row.secrets).toMatch(/^v1\.new\./);
  await app.database.prisma.schedule.update({ where: { id: row.id }, data: { secrets: 'v1.x.y' } });
  const damaged = { resealed: 0, damaged_schedule_ids: [row.id] };
  expect(await run('schedules', 'reseal')).toEqual(damaged);
  await app.database.prisma.schedule.deleteMany();
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
  [[], /There is no command ""/],
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
