import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { recordLogs } from '../testing/record-logs.ts';
import { speakWorker, type WorkerClient } from '../testing/speak-worker.ts';
import { orderSubmission, startTestApp, type TestApp } from '../testing/start-test-app.ts';
import {
  amazonKey,
  amazonPlace,
  grantVaults,
  onePasswordPlace,
  startVaults,
  vaultValue,
} from '../testing/start-vaults.ts';

const portal = 'https://portal.example';
const password = { onepassword: onePasswordPlace };
const bound = { onepassword: { ...onePasswordPlace, allowed_origins: [`${portal}:443`] } };
const token = { amazon_secrets_manager: { ...amazonPlace, key: amazonKey } };
const code = {
  amazon_secrets_manager: { ...amazonPlace, key: amazonKey, type: 'totp_secret', digits: 8 },
};
const missing = { onepassword: { ...onePasswordPlace, field_name: 'pin' } };
const { logger, entries } = recordLogs();

const resources = new AsyncDisposableStack();
let app: TestApp;
let worker: WorkerClient;
let lease: Awaited<ReturnType<WorkerClient['claim']>>;
beforeAll(async () => {
  const { credentials: secretCredentials } = resources.use(await startVaults());
  app = resources.use(await startTestApp({ logger, secretCredentials }));
  await grantVaults(app.dependencies, app.accountId, [portal]);
  worker = speakWorker(app);
});
beforeEach(async () => {
  const pool = app.database.pool;
  await pool.query('DELETE FROM tasks; DELETE FROM login_queues; DELETE FROM pgboss.job');
  const submission = {
    ...orderSubmission,
    secure_parameters: { code: [password, token, code, bound, missing] },
  };
  await app.post('/api/v1/inference', submission).expect(202);
  lease = await worker.claim();
});
afterAll(async () => resources[Symbol.asyncDispose]());

function ask(index: number, more: object = {}) {
  return worker.report(lease, 'secrets', { name: 'code', index, origin: portal, ...more });
}

// proves field: parameters.secure_parameters.onepassword.type
// proves field: parameters.secure_parameters.onepassword.digits
// proves field: parameters.secure_parameters.amazon_secrets_manager.type
// proves field: parameters.secure_parameters.amazon_secrets_manager.digits
test('200 returns the secret of each kind, and when a code expires', async () => {
  expect(lease).toMatchObject({ task: { secure_parameters: { code: 5 } } });
  const answers = [];
  for (const index of [0, 1, 2]) answers.push((await ask(index).expect(200)).body);

  // Limited to the origins of the grant.
  const lasting = { expires_at: null, allowed_origins: [portal] };
  expect(answers.slice(0, 2)).toEqual([
    { value: vaultValue, ...lasting },
    { value: vaultValue, ...lasting },
  ]);
  expect(answers[2]).toEqual({
    value: expect.stringMatching(/^\d{8}$/),
    expires_at: expect.stringMatching(/:(00|30)\.000Z$/),
    allowed_origins: [portal],
  });
});

// proves field: parameters.secure_parameters.totp.totp_secret
// proves field: parameters.secure_parameters.totp.digits
test('200 for a code whose seed is in the automation itself', async () => {
  await app.database.pool.query('DELETE FROM tasks');
  await app.submit();
  lease = await worker.claim();

  expect(JSON.stringify(lease)).not.toContain('JBSWY3DPEHPK3PXP');
  const { body } = await ask(0).expect(200);
  expect(body.value).toMatch(/^\d{6}$/);
});

// proves field: parameters.secure_parameters.onepassword.allowed_origins
// proves field: parameters.secure_parameters.amazon_secrets_manager.allowed_origins
// proves field: parameters.secure_parameters.totp.allowed_origins
test('200 at an allowed origin, 403 at any other', async () => {
  const { body } = await ask(3).expect(200);
  expect(body.allowed_origins).toEqual([portal]);

  for (const origin of ['https://portal.example.evil', 'http://portal.example', 'null']) {
    const refused = await ask(3, { origin }).expect(403);
    expect(refused.body.error).toEqual({
      code: 'secret-refused',
      message: `The secret code[3] may not be typed at ${origin}. Its allowed_origins are ${portal}:443.`,
    });
  }
});

test.each([
  ['pin', 0],
  ['code', 5],
  ['toString', 0],
])('404 for %s[%i], which the task does not have', async (name, index) => {
  const { body } = await ask(index, { name }).expect(404);

  expect(body.error).toEqual({
    code: 'not-found',
    message: expect.stringContaining(
      `no secret ${name}[${index}]. Its secrets, with the number of values of each: code (5).`,
    ),
  });
});

test('424 with the location when the vault does not return the secret', async () => {
  const { body } = await ask(4).expect(424);

  expect(body.error).toEqual({
    code: 'secret-unavailable',
    message:
      'The secret code[4] could not be read: there is no field "pin" in the item "Portal" of the vault "Suppliers" of 1Password.',
  });
});

test('429 when a task sends too many requests', async () => {
  for (let call = 0; call < 60; call += 1) await ask(9).expect(404);

  const { body } = await ask(0).expect(429);
  expect(body.error.code).toBe('too-many-requests');
});

test.each([{ index: -1 }, { index: 0.5 }, { name: '' }, { origin: '' }])(
  '422 for %j',
  async (more) => {
    await ask(0, more).expect(422);
  },
);

test('logs who got or requested which secret, but never a value', async () => {
  const before = entries.length;
  await ask(0).expect(200);
  await ask(3, { origin: 'https://evil.example' }).expect(403);

  const who = {
    taskId: lease.task_id,
    workerId: 'worker-a1',
    leaseEpoch: 1,
  };
  expect(entries.slice(before)).toMatchObject([
    {
      message: 'secret resolved',
      ...who,
      accountId: app.accountId,
      parameter: 'code[0]',
      kind: 'onepassword',
      grantId: expect.any(String),
      origin: portal,
    },
    {
      message: 'secret not resolved',
      ...who,
      parameter: 'code[3]',
      origin: 'https://evil.example',
    },
  ]);
  expect(JSON.stringify(entries)).not.toContain(vaultValue);
});
