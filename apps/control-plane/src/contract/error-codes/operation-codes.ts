import { randomUUID } from 'node:crypto';
import supertest from 'supertest';
import type { Dependencies } from '../../dependencies.ts';
import { createListenerPlaces } from '../../events/listener-places.ts';
import { createAccountFeed } from '../../events/account-feed.ts';
import { createTaskFeed } from '../../events/task-feed.ts';
import { createTaskWatch } from '../../events/watch-tasks.ts';
import { createSessionFeed } from '../../debug-sessions/session-feed.ts';
import { createStreamUrls } from '../../live-view/stream-urls.ts';
import { speakWorker } from '../../testing/speak-worker.ts';
import {
  orderAutomation,
  orderSubmission,
  testSealer,
  type TestApp,
} from '../../testing/start-test-app.ts';
import {
  cancelledTask,
  type Drives,
  saveRecording,
  serve,
  submitTask,
  takenTask,
} from './drive.ts';
import {
  createIntegration,
  createSchedule,
  createWorkspace,
  proposeLocator,
} from './object-codes.ts';

const V1 = '/api/v1';
const SESSIONS = `${V1}/sessions`;
const STALE = { base_version: 9 };

async function openSession(app: TestApp): Promise<string> {
  const { body } = await app.post(SESSIONS, { url: 'https://portal.example/' }).expect(201);
  return `${SESSIONS}/${body.session.session_id}`;
}

/** Makes a worker take a session and then start it; returns the path. */
async function takenSession(app: TestApp, until: 'started' | 'taken'): Promise<string> {
  await app.post(`${V1}/tasks/cancel`, { statuses: ['queued'] });
  const path = await openSession(app);
  const worker = speakWorker(app);
  await worker.enrol();
  let lease = await worker.claim();
  while (!path.endsWith(lease.task_id)) lease = await worker.claim();
  if (until === 'started') await worker.report(lease, 'start').expect(200);
  return path;
}

const getFrom = async (app: TestApp, changes: Partial<Dependencies>, path: string) =>
  supertest(serve(app, changes)).get(path).set('x-api-key', app.apiKey);

const noPlaces = createListenerPlaces({ maxListenersOfAccount: 0 });

/** A task whose input file is lost. */
async function taskWithoutFile(app: TestApp): Promise<string> {
  const file = { name: 'a.txt', content_base64: 'SGVsbG8=' };
  const path = await cancelledTask(app, { input_files: [file] });
  const taskId = path.split('/').at(-1) ?? '';
  const { objectKey } = await app.database.prisma.inputFile.findFirstOrThrow({ where: { taskId } });
  await app.dependencies.storage.delete(objectKey);
  await app.database.pool.query(
    `INSERT INTO artifacts (id, task_id, lease_epoch, kind, filename, content_type, size, object_key, confirmed_at)
     VALUES (gen_random_uuid(), $1, 1, 'trace', 'trace.zip', 'application/zip', 1, $2, now())`,
    [taskId, `tasks/${taskId}/trace`],
  );
  return taskId;
}

const newRecording = (app: TestApp): Promise<string> =>
  saveRecording(app, `recording-${randomUUID()}`, orderAutomation);

const change = async (app: TestApp, more: object): Promise<supertest.Response> =>
  app.patch(`${V1}/update_recording/${await newRecording(app)}`, more);

/** Codes of events and screens, and those that several operations have; the operation is in brackets. */
export const operationCodes: Drives = {
  'local-target (submitTasks)': async (app) =>
    app.post(`${V1}/tasks/batch`, { tasks: [orderSubmission] }).set('x-inference-target', 'local'),
  async 'idempotency-conflict (retryTask)'(app) {
    const path = await cancelledTask(app);
    const send = (more: object) => app.post(`${path}/retry`, more).set('idempotency-key', 'again');
    await send({}).expect(202);
    return send({ priority: 1 });
  },
  'recording-changed (updateExample)': async (app) =>
    app.post(`${V1}/update_example`, {
      endpoint_name: 'order',
      automation: orderAutomation,
      ...STALE,
    }),
  'recording-changed (updateRecording)': (app) => change(app, { description: 'Late.', ...STALE }),
  'recording-changed (startRollout)': async (app) =>
    app.post(`${V1}/recordings/${await newRecording(app)}/rollouts`, {
      version: 1,
      percent: 1,
      ...STALE,
    }),
  'recording-changed (rollBackRecording)': async (app) =>
    app.post(`${V1}/recordings/${await newRecording(app)}/rollback`, { version: 1, ...STALE }),
  async 'rollout-running (acceptLocatorProposal)'(app) {
    const accept = await proposeLocator(app, 'on-trial');
    const [recording] = accept.split('/locator_proposals');
    await app.post(`${recording}/rollouts`, { version: 1, percent: 1 }).expect(201);
    return app.post(accept, { base_version: 2 });
  },
  'endpoint-name-taken (updateRecording)': (app) => change(app, { endpoint_name: 'order' }),
  async 'workspace-name-taken (renameWorkspace)'(app) {
    await createWorkspace(app, 'one of two');
    return app.patch(await createWorkspace(app, 'two of two'), { name: 'one of two' });
  },
  async 'integration-name-taken (updateIntegration)'(app) {
    await createIntegration(app, 'first-name');
    return app.patch(await createIntegration(app, 'second-name'), { name: 'first-name' });
  },
  async 'integration-taken (updateIntegration)'(app) {
    await createIntegration(app, 'first-domain');
    const slack = { workspace_domain: 'first-domain', token: 'xoxb' };
    return app.patch(await createIntegration(app, 'second-domain'), { slack });
  },
  async 'integration-damaged (updateIntegration)'(app) {
    const path = await createIntegration(app, 'damaged-twice');
    const id = path.split('/').at(-1) ?? '';
    const data = { settings: 'v1.test.AAAA' };
    await app.database.prisma.integration.update({ where: { id }, data });
    // Sent without the token, so the stored one is kept.
    return app.patch(path, { slack: { workspace_domain: 'damaged-twice' } });
  },
  async 'schedule-name-taken (updateSchedule)'(app) {
    await createSchedule(app, 'one of two').expect(201);
    const { body } = await createSchedule(app, 'two of two').expect(201);
    return app.patch(`${V1}/schedules/${body.schedule.schedule_id}`, { name: 'one of two' });
  },
  async 'too-many-listeners'(app) {
    const { database } = app;
    const parts = { database, watch: createTaskWatch(database), places: noPlaces };
    const path = `${await submitTask(app)}/events`;
    return getFrom(app, { taskFeed: createTaskFeed(parts) }, path);
  },
  async 'too-many-listeners (streamAccountEvents)'(app) {
    const { database } = app;
    const accountFeed = createAccountFeed({ database, sealer: testSealer, places: noPlaces });
    return getFrom(app, { accountFeed }, `${V1}/events`);
  },
  async 'too-many-listeners (streamSessionEvents)'(app) {
    const { database, dependencies } = app;
    const parts = { database, sealer: testSealer, bell: dependencies.bell, places: noPlaces };
    const path = `${await openSession(app)}/events`;
    return getFrom(app, { sessionFeed: createSessionFeed(parts) }, path);
  },
  async 'debug-session-limit'(app) {
    await openSession(app);
    const limit = (most: number) =>
      app.dependencies.accounts.limitDebugSessions(app.accountId, most);
    await limit(1);
    const answer = await app.post(SESSIONS, { url: 'https://portal.example/' });
    await limit(0);
    return answer;
  },
  'task-queued (createSessionStreamUrl)': async (app) =>
    app.get(`${await openSession(app)}/stream`),
  'not-running (createSessionStreamUrl)': async (app) =>
    app.get(`${await takenSession(app, 'taken')}/stream`),
  'no-screen (createSessionStreamUrl)': async (app) =>
    app.get(`${await takenSession(app, 'started')}/stream`),
  async 'task-ended (createSessionStreamUrl)'(app) {
    const path = await openSession(app);
    await app.delete(path).expect(200);
    return app.get(`${path}/stream`);
  },
  async 'not-set-up (createSessionStreamUrl)'(app) {
    const streamUrls = createStreamUrls(app.database, undefined);
    return getFrom(app, { streamUrls }, `${await takenSession(app, 'started')}/stream`);
  },
  async 'not-set-up'(app) {
    const streamUrls = createStreamUrls(app.database, undefined);
    return getFrom(app, { streamUrls }, `${await takenTask(app, 'started')}/stream`);
  },
  'trace-not-found (openDebugSession)': async (app) =>
    app.post(SESSIONS, { replay_of: (await cancelledTask(app)).split('/').at(-1) }),
  'input-file-lost (openDebugSession)': async (app) =>
    app.post(SESSIONS, { replay_of: await taskWithoutFile(app) }),
  'missing-field (saveDemo)': async (app) => app.post(`${V1}/save_demo`, { files: [] }),
};
