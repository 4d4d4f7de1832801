import { createSealer } from '@errand/secrets';
import { expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { sealedContext } from '../database/sealed-context.ts';
import { createRunner, rotatedKeys } from '../testing/run-commands.ts';
import { orderAutomation, orderSubmission, testSealer } from '../testing/start-test-app.ts';
import { useTestApp } from '../testing/use-test-app.ts';
import { SEALED_TABLES } from './sealed-columns.ts';

const app = await useTestApp();
const run = createRunner(app);
const { pool, prisma } = app.database;
const newest = createSealer({ keys: rotatedKeys.slice(0, 1) });

test('after a reseal, every stored secret opens with the newest key alone', async () => {
  const contexts = await storeSecrets();
  expect(await readSecrets()).toHaveLength(contexts.length);

  const done = await run('secrets', 'reseal');

  // One more: the seed in the only recording.
  expect(done).toEqual({ resealed: contexts.length + 1, damaged: 0, damaged_values: [] });
  const secrets = await readSecrets();
  const opened = contexts.map((context) => secrets.filter((text) => opens(text, context)).length);
  expect(opened).toEqual(contexts.map((context) => contexts.filter((c) => c === context).length));
  const { automation } = await prisma.recordingVersion.findFirstOrThrow();
  expect(JSON.stringify(automation)).toMatch(/"sealed:v1\.new\./);
  expect(await run('secrets', 'reseal')).toMatchObject({ resealed: 0, damaged: 0 });
});

test('seals seeds from before sealing existed', async () => {
  const { id } = await prisma.recordingVersion.findFirstOrThrow();
  await prisma.recordingVersion.update({ where: { id }, data: { automation: orderAutomation } });
  expect(await run('secrets', 'reseal')).toMatchObject({ resealed: 1 });
  const { automation } = await prisma.recordingVersion.findUniqueOrThrow({ where: { id } });
  expect(JSON.stringify(automation)).toMatch(/"sealed:v1\.new\./);
  expect(JSON.stringify(automation)).not.toContain('JBSWY3DPEHPK3PXP');
});

test('lists values that no key opens, and seals the rest', async () => {
  const { id: taskId } = await prisma.task.findFirstOrThrow();
  const integration = await prisma.integration.findFirstOrThrow();
  const version = await prisma.recordingVersion.findFirstOrThrow();
  const damaged = structuredClone(orderAutomation);
  damaged.parameters.secure_parameters.code = [{ totp: { totp_secret: 'sealed:v1.gone.x.y' } }];
  await prisma.recordingVersion.update({
    where: { id: version.id },
    data: { automation: damaged },
  });
  await prisma.integration.update({ where: { id: integration.id }, data: { settings: 'v1.x.y' } });
  const context = sealedContext.rdpParameter(taskId);
  await pool.query('UPDATE tasks SET rdp_parameter = $2 WHERE id = $1', [
    taskId,
    testSealer.seal('s'.repeat(5 * 1024 ** 2), context),
  ]);
  expect(await run('secrets', 'reseal')).toEqual({
    resealed: 1,
    damaged: 2,
    damaged_values: [
      `recording_versions.automation ${version.id}`,
      `integrations.settings ${integration.id}`,
    ],
  });
});

/** Stores a secret in each sealed column. Returns their contexts. */
async function storeSecrets(): Promise<readonly string[]> {
  const { integrations, signingSecrets } = app.dependencies;
  const settings = { workspace_domain: 'acme', token: 'xoxb-1' };
  const made = await integrations.create(app.accountId, { name: 'Slack', kind: 'slack', settings });
  const [signing] = await signingSecrets.list(app.accountId);
  const secure_parameters = { code: [{ totp: { totp_secret: 'GEZDGNBVGY3TQOJQ' } }] };
  const task = { ...orderSubmission, secure_parameters };
  const schedule = { name: 'daily', cron: '0 7 * * *', task };
  const { body } = await app.post('/api/v1/schedules', schedule).expect(201);
  const taskId = await app.submit();
  return [
    sealedContext.integration(made.integrationId),
    sealedContext.signingSecret(signing?.signingSecretId ?? ''),
    sealedContext.scheduleSecrets(body.schedule.schedule_id),
    ...(await storeRecordingAndTask(taskId)),
    ...(await storeSession(taskId)),
    ...(await storeDeliveries(taskId)),
  ];
}

async function storeRecordingAndTask(taskId: string): Promise<readonly string[]> {
  const { id: recordingId } = await prisma.recording.findFirstOrThrow();
  const receiver = sealedContext.callbackSecret('recording', recordingId);
  await store('UPDATE recordings SET callback_secret = $2 WHERE id = $1', recordingId, receiver);
  const own = {
    secure_parameters: sealedContext.secureParameters(taskId),
    rdp_parameter: sealedContext.rdpParameter(taskId),
    task_callback_api_key: sealedContext.callbackSecret('task', taskId),
  };
  for (const [column, context] of Object.entries(own)) {
    await store(`UPDATE tasks SET ${column} = $2 WHERE id = $1`, taskId, context);
  }
  const continuation = sealedContext.continuation(taskId);
  const both = 'INSERT INTO task_continuations (task_id, start, reached) VALUES ($1, $2, $2)';
  await store(both, taskId, continuation);
  const waitId = randomUUID();
  const wait = sealedContext.humanVariables(taskId, waitId);
  await store(
    `INSERT INTO human_waits (task_id, variables, id, number, lease_epoch, node_path, page_url, wait_until)
     VALUES ($1, $2, '${waitId}', 1, 1, 'nodes[0]', 'https://portal.example/', now())`,
    taskId,
    wait,
  );
  const screen = sealedContext.screenKey('worker-a1');
  await store('UPDATE workers SET screen_key = $2 WHERE id = $1', 'worker-a1', screen);
  return [receiver, ...Object.values(own), continuation, continuation, wait, screen];
}

async function storeSession(taskId: string): Promise<readonly string[]> {
  const context = sealedContext.debugSession(taskId);
  for (const sql of [
    `INSERT INTO debug_sessions (task_id, shown, account_id, recording_version_id, source, idle_seconds)
     SELECT id, $2, account_id, recording_version_id, '{}', 60 FROM tasks WHERE id = $1`,
    `INSERT INTO session_commands (task_id, request, answer, number, kind) VALUES ($1, $2, $2, 1, 'run')`,
    `INSERT INTO session_events (task_id, data, number, type) VALUES ($1, $2, 1, 'step')`,
  ]) {
    await store(sql, taskId, context);
  }
  return [context, context, context, context];
}

/**
 * Stores three deliveries: one with its own secret, one with the recording's, one with the task's.
 */
async function storeDeliveries(taskId: string): Promise<readonly string[]> {
  const { recordingId } = await prisma.task.findUniqueOrThrow({ where: { id: taskId } });
  const ids = { task: taskId, recording: recordingId, delivery: randomUUID() };
  const contexts: string[] = [];
  for (const origin of ['task', 'recording', 'delivery'] as const) {
    const context = sealedContext.callbackSecret(origin, ids[origin]);
    const deliveryId = origin === 'delivery' ? ids.delivery : randomUUID();
    await store(
      `INSERT INTO callback_deliveries (id, secret, secret_origin, task_id, account_id, url)
       SELECT $1, $2, '${origin}', id, account_id, 'https://erp.example/' FROM tasks WHERE id = '${taskId}'`,
      deliveryId,
      context,
    );
    contexts.push(context);
  }
  return contexts;
}

/** Runs a statement with an id as `$1` and a sealed value as `$2`. */
async function store(sql: string, id: string, context: string): Promise<void> {
  const { rowCount } = await pool.query(sql, [id, testSealer.seal({ for: context }, context)]);
  expect(rowCount).toBe(1);
}

/** The values of all sealed columns. */
async function readSecrets(): Promise<readonly string[]> {
  const texts: string[] = [];
  for (const { table, columns } of SEALED_TABLES) {
    for (const column of Object.keys(columns)) {
      const sql = `SELECT ${column} AS text FROM ${table} WHERE ${column} IS NOT NULL`;
      const { rows } = await pool.query<{ text: string }>(sql);
      expect(rows).not.toEqual([]);
      texts.push(...rows.map(({ text }) => text));
    }
  }
  return texts;
}

function opens(text: string, context: string): boolean {
  try {
    newest.unseal(text, context);
    return true;
  } catch {
    return false;
  }
}
