import { randomUUID } from 'node:crypto';
import supertest from 'supertest';
import { createCookieSessionStore } from '../../api-keys/cookie-session-store.ts';
import { CancellationUnfinishedError } from '../../recordings/recording-errors.ts';
import { orderAutomation, orderSubmission, type TestApp } from '../../testing/start-test-app.ts';
import { type Drives, saveRecording, serve, submitTask } from './drive.ts';

const none = randomUUID();
const V1 = '/api/v1';
const leaveUnfinished = () => Promise.reject(new CancellationUnfinishedError('order', 7));

export async function createWorkspace(app: TestApp, name: string): Promise<string> {
  const { body } = await app.post(`${V1}/workspaces`, { name }).expect(201);
  return `${V1}/workspaces/${body.workspace.workspace_id}`;
}

export async function createIntegration(app: TestApp, name: string): Promise<string> {
  const slack = { workspace_domain: name, token: 'xoxb' };
  const { body } = await app.post(`${V1}/integrations`, { name, slack }).expect(201);
  return `${V1}/integrations/${body.integration.integration_id}`;
}

export function createSchedule(app: TestApp, name: string): supertest.Test {
  return app.post(`${V1}/schedules`, { name, cron: '0 7 * * *', task: orderSubmission });
}

/** Proposes a locator, by default for a step that is not in the recording. Returns the path that accepts it. */
export async function proposeLocator(
  app: TestApp,
  name: string,
  step: object = {},
): Promise<string> {
  const id = await saveRecording(app, name, orderAutomation);
  const version = await app.database.prisma.recordingVersion.findFirstOrThrow({
    where: { recordingId: id },
  });
  const proposal = await app.database.prisma.locatorProposal.create({
    data: {
      recordingVersionId: version.id,
      nodePath: 'nodes[7]',
      kind: 'click_element',
      command: 'get_by_text("Save")',
      candidates: [],
      pageUrl: 'https://portal.example/',
      ...step,
    },
  });
  return `${V1}/recordings/${id}/locator_proposals/${proposal.id}/accept`;
}

/** Codes of recordings, workspaces, integrations and API keys. */
export const objectCodes: Drives = {
  'recording-changed': async (app) =>
    app.post(await proposeLocator(app, 'changed'), { base_version: 9 }),
  'proposal-outdated': async (app) =>
    app.post(await proposeLocator(app, 'outdated'), { base_version: 1 }),
  async 'rollout-running'(app) {
    const id = await saveRecording(app, 'rolled-out', orderAutomation);
    await app.post(`${V1}/recordings/${id}/rollouts`, { version: 1, percent: 1 }).expect(201);
    return app.post(`${V1}/recordings/${id}/rollouts`, { version: 1, percent: 1 });
  },
  async 'no-rollout'(app) {
    const id = await saveRecording(app, 'not-rolled-out', orderAutomation);
    return app.post(`${V1}/recordings/${id}/rollouts/end`, { outcome: 'stop' });
  },
  async 'endpoint-name-taken'(app) {
    const recording = { endpoint_name: 'order', automation: orderAutomation };
    return app.post(`${V1}/recordings`, recording);
  },
  async 'recording-in-use'(app) {
    const id = await saveRecording(app, 'used', orderAutomation);
    await submitTask(app, { endpoint_name: 'used' });
    return app.delete(`${V1}/recordings/${id}`);
  },
  // Uses a stand-in, because this code depends on how long a cancellation takes.
  async 'cancellation-unfinished'(app) {
    const recordings = { ...app.dependencies.recordings, delete: leaveUnfinished };
    const slow = serve(app, { recordings });
    return supertest(slow).delete(`${V1}/recordings/${none}`).set('x-api-key', app.apiKey);
  },
  async 'workspace-name-taken'(app) {
    await createWorkspace(app, 'taken');
    return app.post(`${V1}/workspaces`, { name: 'taken' });
  },
  async 'default-workspace'(app) {
    const { body } = await app.get(`${V1}/workspaces`).expect(200);
    const [{ workspace_id: id }] = body.workspaces.filter(
      ({ is_default: isDefault }: { is_default: boolean }) => isDefault,
    );
    return app.delete(`${V1}/workspaces/${id}`);
  },
  async 'workspace-not-empty'(app) {
    const path = await createWorkspace(app, 'full');
    const inside = { endpoint_name: 'inside', workspace_id: path.split('/').at(-1) };
    await app.post(`${V1}/recordings`, { ...inside, automation: orderAutomation }).expect(201);
    return app.delete(path);
  },
  async 'integration-name-taken'(app) {
    await createIntegration(app, 'named');
    const slack = { workspace_domain: 'other', token: 'xoxb' };
    return app.post(`${V1}/integrations`, { name: 'named', slack });
  },
  async 'integration-taken'(app) {
    await createIntegration(app, 'same');
    const slack = { workspace_domain: 'same', token: 'xoxb' };
    return app.post(`${V1}/integrations`, { name: 'again', slack });
  },
  async 'integration-kind'(app) {
    const path = await createIntegration(app, 'kind');
    return app.patch(path, { sms: { account_sid: `AC${'0'.repeat(32)}`, auth_token: 'x' } });
  },
  async 'integration-damaged'(app) {
    const path = await createIntegration(app, 'damaged');
    const id = path.split('/').at(-1) ?? '';
    const data = { settings: 'v1.test.AAAA' };
    await app.database.prisma.integration.update({ where: { id }, data });
    return app.post(`${path}/check`);
  },
  async 'integration-not-checkable'(app) {
    const onepassword = { connect_url: 'https://connect.acme.example', token: 'x' };
    const named = { name: 'vault', onepassword };
    const { body } = await app.post(`${V1}/integrations`, named).expect(201);
    return app.post(`${V1}/integrations/${body.integration.integration_id}/check`);
  },
  async 'integration-limit'(app) {
    await app.database.pool.query(
      `INSERT INTO integrations (id, account_id, kind, name, subject, settings)
       SELECT gen_random_uuid(), $1, 'mailbox', 'box ' || n, 'box' || n, '' FROM generate_series(1, 200) n`,
      [app.accountId],
    );
    const slack = { workspace_domain: 'last', token: 'xoxb' };
    const answer = await app.post(`${V1}/integrations`, { name: 'last', slack });
    await app.database.prisma.integration.deleteMany({ where: { kind: 'mailbox' } });
    return answer;
  },
  async 'schedule-name-taken'(app) {
    await createSchedule(app, 'taken').expect(201);
    return createSchedule(app, 'taken');
  },
  async 'schedule-limit'(app) {
    await app.database.pool.query(
      `INSERT INTO schedules (id, account_id, name, cron, timezone, overlap, catch_up, submission)
       SELECT gen_random_uuid(), $1, 'schedule ' || n, '0 0 1 1 *', 'UTC', 'skip', 'none', '{}' FROM generate_series(1, 200) n`,
      [app.accountId],
    );
    const answer = await createSchedule(app, 'last');
    await app.database.prisma.schedule.deleteMany({ where: { cron: '0 0 1 1 *' } });
    return answer;
  },
  async 'api-key-limit'(app) {
    await app.database.pool.query(
      `INSERT INTO api_keys (id, account_id, name, prefix, key_hash)
       SELECT gen_random_uuid(), $1, 'one of many', 'errand_', n::text::bytea FROM generate_series(1, 200) n`,
      [app.accountId],
    );
    const answer = await app.post(`${V1}/api_keys`, { name: 'last' });
    await app.database.prisma.apiKey.deleteMany({ where: { name: 'one of many' } });
    return answer;
  },
  async 'last-api-key'(app) {
    const { body } = await app.get(`${V1}/api_keys`).expect(200);
    const [own] = body.keys.filter(({ scopes }: { scopes: string[] }) => scopes.includes('admin'));
    return app.delete(`${V1}/api_keys/${own.api_key_id}`);
  },
  async 'account-deleted'(app) {
    const { prisma } = app.database;
    await prisma.accountDeletion.create({ data: { accountId: app.accountId, name: 'owner' } });
    const answer = await app.post(`${V1}/api_keys`, { name: 'late' });
    await prisma.accountDeletion.delete({ where: { accountId: app.accountId } });
    return answer;
  },
  async 'https-required'(app) {
    const cookieSessions = createCookieSessionStore(app.database, 'http://errand.example');
    const open = serve(app, { cookieSessions });
    return supertest(open).post(`${V1}/session`).set('x-api-key', app.apiKey);
  },
};
