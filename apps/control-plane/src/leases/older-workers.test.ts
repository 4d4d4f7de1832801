import { beforeEach, expect, test } from '@jest/globals';
import { findQueueFaults, noFaults } from '../testing/check-queue.ts';
import { emptyTables } from '../testing/empty-tables.ts';
import { speakWorker } from '../testing/speak-worker.ts';
import { orderAutomation, orderSubmission } from '../testing/start-test-app.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const NOT_NEW_ENOUGH =
  'No worker that serves this account is new enough for a debug session or a continued task: update a worker.';
const login = { unique_parameter_names: ['username'] };
const error = { class: 'locator_not_found', message: 'Nothing.', retry: 'never' };
const result = { output_data: [], for_loop_status: [] };

// Without notifications, no claim would be called before a test times out.
const app = await useTestApp({ fallbackIntervalMs: 600_000 });
const old = speakWorker(app, 'old');
const recent = speakWorker(app, 'recent');
type Worker = typeof old;

beforeEach(async () => {
  await emptyTables(app.database, 'tasks', 'portals', 'workers');
  await app.database.pool.query('DELETE FROM pgboss.job');
  await old.enrol({ protocol: 1 });
});

test('leaves debug sessions to a newer worker, and reports that none is available', async () => {
  const session = await openSession();
  expect(await explain(session)).toMatchObject({
    reason: 'no_worker',
    has_worker: true,
    message: NOT_NEW_ENOUGH,
  });
  const plain = await submit();
  expect(await tryClaim('old')).toBe(plain);
  expect(await tryClaim('old')).toBeUndefined();
  await recent.enrol();
  const { message } = await explain(session);
  expect(message).toBe('It starts as soon as a worker has a free slot.');
  expect(await tryClaim('recent')).toBe(session);
});

test.each([
  ['without a login', {}, { old: 'next', recent: 'continued', oldAgain: undefined }],
  // Tasks of a login keep their order.
  ['of a login', login, { old: undefined, recent: 'continued', oldAgain: 'next' }],
])('leaves a continued task %s to a newer worker, in its turn', async (_which, more, got) => {
  const tasks = new Map([[await continueTask(old, more), 'continued']]);
  const [continued = ''] = tasks.keys();
  tasks.set(await submit(more), 'next');
  const claim = async (name: 'old' | 'recent') => tasks.get((await tryClaim(name)) ?? '');
  expect(await claim('old')).toBe(got.old);
  expect(await explain(continued)).toMatchObject({ message: NOT_NEW_ENOUGH });
  expect(await findQueueFaults(app.database)).toEqual(noFaults);
  await recent.enrol({ labels: ['default', 'acme'] });
  const lease = await recent.claim();
  expect(tasks.get(lease.task_id)).toBe(got.recent);
  expect(lease).toMatchObject({ task: { start: { node_path: 'nodes[0]' } } });
  await recent.report(lease, 'complete', result).expect(200);
  expect(await claim('old')).toBe(got.oldAgain);
});

test('gives a debug session to a newer worker that is waiting, not to an older one', async () => {
  await recent.enrol();
  const { signal } = new AbortController();
  const [first, second] = [1, 2].map(async (protocol) => {
    const claim = {
      workerId: protocol === 1 ? 'old' : 'recent',
      protocol,
      waitSeconds: 20,
      signal,
    };
    return (await app.dependencies.leases.claim(claim))?.taskId;
  });
  const session = await openSession();
  expect(await second).toBe(session);
  const plain = await submit();
  expect(await first).toBe(plain);
});

test('closes the warm session of an older worker whose login a continued task needs', async () => {
  const dedicated = { ...login, is_dedicated: true };
  const continued = await continueTask(old, dedicated, { session: 'kept' });
  await recent.enrol();
  // The permit goes to the session, whose worker returns it.
  expect(await tryClaim('recent')).toBeUndefined();
  expect(await tryClaim('old')).toBeUndefined();
  const { rows } = await app.database.pool.query<{ id: string; state: string }>(
    'SELECT id, state FROM warm_sessions',
  );
  expect(rows).toMatchObject([{ state: 'closing' }]);
  for (const { id } of rows) {
    await old.post(`/sessions/${id}/end`, { worker_id: 'old', reason: 'told' }).expect(204);
  }
  const lease = await recent.claim();
  expect(lease).toMatchObject({ task_id: continued, session: { is_new: true } });
  expect(await findQueueFaults(app.database)).toEqual(noFaults);
});

test('returns a permit whose task became a debug session after the permit was taken', async () => {
  const session = await openSession();
  const moved = await app.database.transaction(async (transaction) => {
    const job = await app.queue.take(transaction, 'permits');
    const { rows } = await transaction.query(
      `SELECT outcome, permits->'send' AS sent FROM take_task($1, NULL, $2, 1, NULL, 'old', 9, 'permits', 1)`,
      [job?.id, session],
    );
    await transaction.query('ROLLBACK; BEGIN');
    return rows;
  });
  expect(moved).toEqual([
    { outcome: 'moved', sent: [expect.objectContaining({ taskId: session })] },
  ]);
});

async function openSession(): Promise<string> {
  const { body } = await app.post('/api/v1/sessions', { url: 'https://portal.example/' });
  return body.session.session_id;
}

async function submit(more: object = {}): Promise<string> {
  const { body } = await app.post('/api/v1/inference', { ...orderSubmission, ...more }).expect(202);
  return body.task_id;
}

/** A task that continues one that failed at a resumable node. */
async function continueTask(worker: Worker, more: object, report: object = {}): Promise<string> {
  const nodes = orderAutomation.nodes.map((node) => ({ ...node, resumable: true }));
  await app.dependencies.recordings.save(app.accountId, {
    endpointName: 'order',
    automation: { ...orderAutomation, nodes } as typeof orderAutomation,
  });
  const failed = await submit(more);
  const checkpoint = {
    node_path: 'nodes[0]',
    page_url: 'https://portal.example/form',
    variables: {},
    lost_variables: [],
    output_count: 0,
  };
  const lease = await worker.claim();
  expect(lease.task_id).toBe(failed);
  const ended = { ...result, error: { ...error, node_path: 'nodes[0]' } };
  await worker
    .report(lease, 'fail', { ...ended, checkpoints: [checkpoint], ...report })
    .expect(200);
  const { body } = await app.post(`/api/v1/tasks/${failed}/retry`, { from: 'failed_node' });
  expect(body.retry_of).toBe(failed);
  return body.task_id;
}

/** Id of the task that the worker gets. */
async function tryClaim(name: 'old' | 'recent'): Promise<string | undefined> {
  const worker = name === 'old' ? old : recent;
  const { body } = await worker.post('/claims', { worker_id: name, wait_seconds: 0 });
  return body.lease?.task_id;
}

async function explain(taskId: string): Promise<{ readonly message: string }> {
  return (await app.get(`/api/v1/tasks/${taskId}/queue`).expect(200)).body.queue;
}
