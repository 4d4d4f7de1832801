import { expect, test } from '@jest/globals';
import type supertest from 'supertest';
import type { NewGrant } from '../secret-grants/secret-grant-store.ts';
import { speakWorker } from '../testing/speak-worker.ts';
import {
  amazon,
  onLocalServer,
  onepassword,
  portal,
  useVaultApp,
} from '../testing/use-vault-app.ts';

// An account tries to reach secrets that the installation's credentials can open. A refused request
// must not reach a vault.
const { app, vaults, submit, grant, bringOwnVault } = await useVaultApp();
const worker = speakWorker(app);

/** Returns the response that a worker of the fleet gets for the task's first secret. */
async function resolve(parameter: object, origin: string): Promise<supertest.Response> {
  await submit(parameter).expect(202);
  return worker.report(await worker.claim(), 'secrets', { name: 'code', index: 0, origin });
}

// proves operation: submitTask
test('403 for every secret of the installation without a grant, whether the secret exists or not', async () => {
  const asked = vaults.countRequests();
  for (const headers of [{}, onLocalServer]) {
    const messages = [];
    for (const secret of [onepassword(), onepassword({ item_name: 'Nothing' })]) {
      const { body } = await submit(secret, headers).expect(403);
      messages.push(body.message.replaceAll('Nothing', 'Portal'));
    }
    expect(messages[0]).toBe(messages[1]);
    await submit(amazon(), headers).expect(403);
    await submit(amazon({ secret_name: 'nothing' }), headers).expect(403);
  }
  expect(vaults.countRequests()).toBe(asked);
  expect(await app.database.prisma.task.count()).toBe(0);
});

test('403 names the provider, the item and both remedies', async () => {
  const { body } = await submit(onepassword()).expect(403);
  expect(body).toEqual({
    success: false,
    message:
      'The secret code[0] is the item "Portal" in the vault "Suppliers" of 1Password, which this account may not read. ' +
      'Create an integration with a vault of your own (POST /api/v1/integrations), or ask the operator to run: ' +
      "errand admin secrets grant ACCOUNT --provider onepassword --vault='Suppliers' --item='Portal' --origin ORIGIN",
  });
  const { body: other } = await submit(amazon()).expect(403);
  expect(other.message).toContain('the secret "portal" of AWS Secrets Manager in eu-central-1');
  expect(other.message).toContain("--provider aws_secrets_manager --vault='eu-central-1'");
});

test('403 quotes names so that the command in the message is safe to paste into a shell', async () => {
  const hostile = onepassword({ item_name: "'; touch /tmp/x; $(id) `id` '", vault_name: '--item' });
  const { body } = await submit(hostile).expect(403);
  expect(body.message).toContain(String.raw`--vault='--item' --item=''\''; touch /tmp/x; $(id) `);
  expect(body.message).toContain(String.raw`'\'''`);
});

test.each<[string, Partial<NewGrant>, object]>([
  ['another item', {}, onepassword({ item_name: 'Bank' })],
  ['another vault', {}, onepassword({ vault_name: 'Board' })],
  ['another provider', {}, amazon()],
  ['another region', { provider: 'aws_secrets_manager', vault: 'us-*', item: '*' }, amazon()],
  ['other capitals', {}, onepassword({ item_name: 'portal' })],
  ['white space', {}, onepassword({ item_name: 'Portal ' })],
  ['a look-alike', {}, onepassword({ item_name: 'P\u043Ertal' })],
  ['a wildcard in the reference', {}, onepassword({ item_name: '*' })],
  ['an id, which reveals no name', { item: '*' }, onepassword({ item_name: 'a'.repeat(26) })],
  [
    'an ARN, which reveals no name',
    { provider: 'aws_secrets_manager', vault: '*', item: '*portal' },
    amazon({ secret_name: 'arn:aws:secretsmanager:eu-central-1:1:secret:portal' }),
  ],
  ['allowed_origins elsewhere', {}, onepassword({ allowed_origins: ['https://evil.example'] })],
  [
    'hosts below the allowed_origins',
    { origins: ['https://*.portal.example'] },
    onepassword({ allowed_origins: ['https://evil.example:80', portal] }),
  ],
])('403 for %s than granted', async (_what, granted, secret) => {
  await grant(granted);
  const asked = vaults.countRequests();
  await submit(secret).expect(403);
  expect(vaults.countRequests()).toBe(asked);
});

test('403 for the grant of another account', async () => {
  const owner = await app.dependencies.apiKeys.findOwner(app.otherApiKey);
  await grant({ accountId: owner?.accountId ?? '' });
  await submit(onepassword()).expect(403);
});

// proves operation: resolveSecret
test('200 at the granted origins only, regardless of allowed_origins', async () => {
  await grant({ origins: [portal, 'https://*.acme.example'] });
  const widened = onepassword({ allowed_origins: [portal, 'https://evil.example'] });
  expect((await resolve(widened, portal)).status).toBe(200);
  const asked = vaults.countRequests();
  const { status, body } = await resolve(widened, 'https://evil.example');
  expect([status, body.error.code]).toEqual([403, 'secret-refused']);
  expect(body.error.message).toBe(
    'The secret code[0] may not be typed at https://evil.example. The operator has granted it for https://*.acme.example, https://portal.example.',
  );
  // allowed_origins can also narrow the grant.
  expect((await resolve(widened, 'https://www.acme.example')).status).toBe(403);
  expect(vaults.countRequests()).toBe(asked);
  expect((await resolve(onepassword(), 'https://www.acme.example')).body).toMatchObject({
    allowed_origins: ['https://www.acme.example'],
  });
});

test.each([
  'null',
  'about:blank',
  'file://',
  'blob:https://portal.example/1',
  'http://portal.example',
  'https://portal.example/',
  'https://portal.example:443',
  'https://portal.example:8443',
  'https://PORTAL.example',
  'https://www.portal.example',
  'https://portal.example.evil.example',
  'https://portal.example@evil.example',
  'https://evil.example/?https://portal.example',
  'https://p\u043Ertal.example',
])('403 at the origin "%s"', async (origin) => {
  await grant();
  const asked = vaults.countRequests();
  expect((await resolve(onepassword(), origin)).status).toBe(403);
  expect(vaults.countRequests()).toBe(asked);
});

test('403 as soon as a grant is revoked, even for a running task', async () => {
  const grantId = await grant();
  await submit(onepassword()).expect(202);
  const lease = await worker.claim();
  const ask = () => worker.report(lease, 'secrets', { name: 'code', index: 0, origin: portal });
  await ask().expect(200);
  await app.dependencies.secretGrants.revoke(grantId);
  const asked = vaults.countRequests();
  const { body } = await ask().expect(403);
  expect(body.error.message).toMatch(/which this account may not read/);
  expect(vaults.countRequests()).toBe(asked);
});

test("200 from the account's own vault, never falling back to that of the installation", async () => {
  await grant({ vault: '*', item: '*', origins: [portal, 'https://elsewhere.example'] });
  await using _vault = await bringOwnVault('its own value');
  const asked = vaults.countRequests();
  // The account may type its own secrets anywhere.
  const own = await resolve(onepassword(), 'https://other.example');
  expect(own.body).toMatchObject({ value: 'its own value', allowed_origins: null });
  expect((await resolve(onepassword({ field_name: 'pin' }), portal)).status).toBe(424);
  expect((await resolve(onepassword({ item_name: 'Bank' }), portal)).status).toBe(424);
  expect(vaults.countRequests()).toBe(asked);
});

// proves operation: retryTask
test('403 on a retry of a task whose grant was revoked', async () => {
  const grantId = await grant();
  const { body } = await submit(onepassword()).expect(202);
  await app.post(`/api/v1/tasks/${body.task_id}/cancel`).expect(200);
  await app.dependencies.secretGrants.revoke(grantId);
  const { body: refused } = await app.post(`/api/v1/tasks/${body.task_id}/retry`).expect(403);
  expect(refused.detail).toMatch(/errand admin secrets grant/);
});

// proves operation: submitTask
test('403 for a secret that the automation itself references', async () => {
  const parameters = {
    input_parameters: {},
    generated_parameters: {},
    secure_parameters: { password: [onepassword()] },
  };
  const automation = { url: portal, parameters, nodes: [] };
  const { recordings } = app.dependencies;
  await recordings.save(app.accountId, { endpointName: 'own', automation });
  const submission = { endpoint_name: 'own', input_parameters: {} };
  const { body } = await app.post('/api/v1/inference', submission).expect(403);
  expect(body.message).toMatch(/^The secret password\[0\] is the item "Portal"/);
  await grant();
  await app.post('/api/v1/inference', submission).expect(202);
});
