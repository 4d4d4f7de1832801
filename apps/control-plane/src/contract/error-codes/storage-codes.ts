import { SealedValueError } from '@errand/secrets';
import { FilesUnavailableError } from '../../http/http-errors.ts';
import { orderAutomation, orderSubmission, type TestApp } from '../../testing/start-test-app.ts';
import type { DrivesEach } from './ask.ts';
import { cancelledTask, saveRecording, serve, submitTask } from './drive.ts';
import { proposeLocator } from './object-codes.ts';

const start = { url: 'https://portal.example/' };
const files = { input_files: [{ name: 'a.txt', content_base64: 'SGVsbG8=' }] };
/** A proposal that fits the first step of `order`. */
const OF_FIRST_STEP = {
  nodePath: 'nodes[0]',
  kind: 'input_text',
  failedCommand: 'get_by_label("User")',
};
const withId = (path: string): string => path.split('/').at(-1) ?? '';

const failToReadFiles = () => Promise.reject(new FilesUnavailableError());
const failToOpen = () => Promise.reject(new SealedValueError('the answer', 'it was changed.'));

/** Changes the sealed values of the account, so that no key opens them. */
async function damage({ database: { pool } }: TestApp, recordingId: string): Promise<void> {
  await pool.query(`UPDATE signing_secrets SET secret = 'v1.test.AAAA'`);
  await pool.query(`UPDATE debug_sessions SET shown = 'v1.test.AAAA'`);
  await pool.query(
    `INSERT INTO session_events (task_id, number, type, data)
     SELECT task_id, 1, 'state', 'v1.test.AAAA' FROM debug_sessions`,
  );
  await pool.query(
    `UPDATE recording_versions SET automation = regexp_replace(automation::text, '(sealed:v1.test.)....', '\\1AAAA')::jsonb
     WHERE recording_id = $1`,
    [recordingId],
  );
}

/** Codes that depend on what is stored, and where. */
export const storageCodes: DrivesEach = {
  async 'storage-full'(app, ask) {
    const { prisma } = app.database;
    const taskId = withId(await cancelledTask(app));
    const proposal = (await proposeLocator(app, 'no-room', OF_FIRST_STEP)).split('/');
    const ids = {
      task_id: taskId,
      recording_id: proposal[4] ?? '',
      proposal_id: proposal[6] ?? '',
    };
    const bodies = {
      submitTask: orderSubmission,
      retryTask: {},
      updateRecording: { automation: orderAutomation },
      startRollout: { version: 1, percent: 1 },
      rollBackRecording: { version: 1 },
      acceptLocatorProposal: { base_version: 1 },
      openDebugSession: start,
    };
    const limit = (bytes: bigint | null) =>
      prisma.account.update({
        where: { id: app.accountId },
        data: { storageLimitBytes: bytes },
      });
    return async (operation) => {
      await limit(1n);
      const response = await ask(operation, { ids, body: Object(bodies)[operation.operationId] });
      await limit(null);
      return response;
    };
  },
  async 'stored-secret-damaged'(app, ask) {
    await app.get('/api/v1/signing_secrets').expect(200);
    const recordingId = await saveRecording(app, 'sealed', orderAutomation);
    const { body } = await app.post('/api/v1/sessions', start).expect(201);
    const daily = { name: 'sealed', cron: '0 7 * * *', task: orderSubmission };
    const { body: made } = await app.post('/api/v1/schedules', daily).expect(201);
    const sealed = { ...orderSubmission, endpoint_name: 'sealed' };
    const taskId = withId(await cancelledTask(app, sealed));
    await damage(app, recordingId);
    const ids = {
      session_id: body.session.session_id,
      schedule_id: made.schedule.schedule_id,
      task_id: taskId,
      recording_id: recordingId,
    };
    const bodies = {
      submitTask: sealed,
      submitTasks: { tasks: [sealed] },
      retryTasks: { task_ids: [taskId] },
      createSchedule: { ...daily, name: 'more', task: sealed },
      updateSchedule: { task: sealed },
      retryTask: {},
      startRollout: { version: 1, percent: 1 },
    };
    const debugSessions = { ...app.dependencies.debugSessions, ask: failToOpen };
    const commands = serve(app, { debugSessions });
    return (operation) =>
      ask(operation, {
        // Commands need a stand-in: only a worker could answer them.
        server: operation.statuses.includes(504) ? commands : app.app,
        ids,
        body: Object(bodies)[operation.operationId],
      });
  },
  async unavailable(app, ask) {
    const leaving = AbortSignal.abort();
    const server = serve(app, { leaving, draining: leaving });
    const tasks = { ...app.dependencies.tasks, submit: failToReadFiles };
    // A server that leaves ends this operation early, and what is left has a cursor.
    const withoutFiles = serve(app, { tasks });
    const taskId = withId(await cancelledTask(app, files));
    const open = withId(await submitTask(app));
    const bodies = {
      submitTask: { ...orderSubmission, ...files },
      submitTasks: { tasks: [{ ...orderSubmission, ...files }] },
      retryTasks: { task_ids: [taskId] },
      retryTask: {},
      openDebugSession: { ...start, ...files },
    };
    return async (operation) => {
      // Open a new session for each command: a waiting pick blocks others.
      const { body } = await app.post('/api/v1/sessions', start).expect(201);
      const isStream = operation.operationId === 'streamTaskEvents';
      return ask(operation, {
        server: operation.operationId === 'retryTasks' ? withoutFiles : server,
        ids: { session_id: body.session.session_id, task_id: isStream ? open : taskId },
        body: Object(bodies)[operation.operationId],
      });
    };
  },
};
