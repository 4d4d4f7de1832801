import pg from 'pg';
import supertest from 'supertest';
import type { Dependencies } from '../../dependencies.ts';
import { createListenerPlaces } from '../../events/listener-places.ts';
import { createTaskFeed } from '../../events/task-feed.ts';
import { createTaskWatch } from '../../events/watch-tasks.ts';
import { createStreamUrls } from '../../live-view/stream-urls.ts';
import { createWholeApp } from '../../testing/create-whole-app.ts';
import { recordLogs } from '../../testing/record-logs.ts';
import type { TestApp } from '../../testing/start-test-app.ts';
import { type Drives, submitTask, takenTask } from './drive.ts';

const V1 = '/api/v1';
const WORKSPACES = `${V1}/workspaces`;

/** The app with dependencies or options that make it refuse requests. */
function serve(
  app: TestApp,
  changes: Partial<Dependencies>,
  options: Partial<Parameters<typeof createWholeApp>[1]> = {},
): (path: string) => supertest.Test {
  const { logger } = recordLogs();
  const dependencies = { ...app.dependencies, ...changes };
  const other = createWholeApp(dependencies, { logger, validateResponses: true, ...options });
  return (path) => supertest(other).get(path).set('x-api-key', app.apiKey);
}

/** Requests the list of workspaces, which fails. */
async function listFailing(app: TestApp, fail: () => Promise<never>): Promise<supertest.Response> {
  return serve(app, { workspaces: { ...app.dependencies.workspaces, list: fail } })(WORKSPACES);
}

/** Codes that every operation can return, and those about the installation as a whole. */
export const serverCodes: Drives = {
  'malformed-request': async (app) =>
    app.post(WORKSPACES).set('content-type', 'application/json').send('{'),
  unauthorized: async (app) => supertest(app.app).get(WORKSPACES),
  async 'cross-origin-request'(app) {
    const { headers } = await app.post(`${V1}/session`).expect(201);
    const [cookie = ''] = headers['set-cookie'] ?? [];
    const request = supertest(app.app).get(WORKSPACES).set('cookie', cookie);
    return request.set('origin', 'https://evil.example');
  },
  async 'missing-scope'(app) {
    const reader = { name: 'reader', scopes: ['read'] as const };
    const { key } = await app.dependencies.apiKeys.create(app.accountId, reader);
    return app.post(WORKSPACES, { name: 'none' }).set('x-api-key', key);
  },
  'payload-too-large': async (app) => app.post(WORKSPACES, { name: 'x'.repeat(110_000) }),
  'unsupported-media-type': async (app) =>
    app.post(WORKSPACES).set('content-type', 'text/plain').send('one'),
  'invalid-request': async (app) => app.post(WORKSPACES, {}),
  'unstorable-text': (app) =>
    listFailing(app, async () => {
      await app.database.pool.query('SELECT $1::text', ['\0']);
      throw new Error('PostgreSQL accepted U+0000.');
    }),
  async 'too-many-requests'(app) {
    const ask = serve(app, {}, { rateLimitPerMinute: 1 });
    await ask(WORKSPACES).expect(200);
    return ask(WORKSPACES);
  },
  async 'too-many-failed-keys'(app) {
    const ask = serve(app, {}, { failedKeysPerMinute: 1 });
    await ask(WORKSPACES).set('x-api-key', 'wrong').expect(401);
    return ask(WORKSPACES).set('x-api-key', 'other');
  },
  async 'too-many-listeners'(app) {
    const { database } = app;
    const parts = { database, watch: createTaskWatch(database) };
    const places = createListenerPlaces({ maxListenersOfAccount: 0 });
    const taskFeed = createTaskFeed({ ...parts, places });
    return serve(app, { taskFeed })(`${await submitTask(app)}/events`);
  },
  'internal-error': async (app) => listFailing(app, () => Promise.reject(new Error('bug'))),
  async 'stored-secret-damaged'(app) {
    await app.get(`${V1}/signing_secrets`).expect(200);
    await app.database.prisma.signingSecret.updateMany({ data: { secret: 'v1.test.AAAA' } });
    return app.get(`${V1}/signing_secrets`);
  },
  'database-unavailable': async (app) =>
    listFailing(app, async () => {
      // Nothing listens there.
      await new pg.Client('postgres://127.0.0.1:9/none').connect();
      throw new Error('PostgreSQL listens on the port of the discard protocol.');
    }),
  async 'server-busy'(app) {
    const admission = { concurrent: 0, queued: 0, waitMs: 1, heldOpen: 0 };
    return serve(app, {}, { admission })(WORKSPACES);
  },
  unavailable: async (app) => serve(app, { leaving: AbortSignal.abort() })('/health/ready'),
  async 'not-set-up'(app) {
    const streamUrls = createStreamUrls(app.database, undefined);
    return serve(app, { streamUrls })(`${await takenTask(app, 'started')}/stream`);
  },
};
