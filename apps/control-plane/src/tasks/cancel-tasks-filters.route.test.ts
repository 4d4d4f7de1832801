import { expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { speakWorker } from '../testing/speak-worker.ts';
import { orderAutomation, orderSubmission } from '../testing/start-test-app.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const app = await useTestApp();
const worker = speakWorker(app);

async function submitFor(inputs: object, members: object = {}): Promise<string> {
  const input_parameters = { ...orderSubmission.input_parameters, ...inputs };
  const sent = { ...orderSubmission, input_parameters, ...members };
  return (await app.post('/api/v1/inference', sent).expect(202)).body.task_id;
}

/** The tasks that were cancelled, or whose cancellation was requested. */
async function cancel(filter: object): Promise<readonly string[]> {
  const { body } = await app.post('/api/v1/tasks/cancel', filter).expect(200);
  return body.results.map(({ task_id: id }: { task_id: string }) => id);
}

const isOpen = async (taskId: string): Promise<boolean> => {
  const { body } = await app.get(`/api/v1/tasks/${taskId}`).expect(200);
  return body.task.status !== 'cancelled' && !body.task.cancel_requested;
};

test('200 cancels the tasks of a workspace', async () => {
  const { body } = await app.post('/api/v1/workspaces', { name: 'finance' }).expect(201);
  const { workspace_id } = body.workspace;
  const moved = { endpoint_name: 'moved', automation: orderAutomation, workspace_id };
  await app.post('/api/v1/recordings', moved).expect(201);
  const usual = await submitFor({});
  const own = await submitFor({}, { endpoint_name: 'moved' });
  expect(await cancel({ workspace_id: randomUUID() })).toEqual([]);
  expect(await cancel({ workspace_id })).toEqual([own]);
  expect(await isOpen(usual)).toBe(true);
});

test('200 cancels the tasks of a login queue', async () => {
  const login = { unique_parameter_names: ['username'] };
  const ann = await submitFor({ username: ['ann'] }, login);
  const bob = await submitFor({ username: ['bob'] }, login);
  const { login_queue } = (await app.get(`/api/v1/tasks/${ann}/queue`).expect(200)).body.queue;
  expect(await cancel({ login_queue })).toEqual([ann]);
  expect(await isOpen(bob)).toBe(true);
});

test('200 cancels the tasks that contain a text', async () => {
  const first = await submitFor({ number: ['R-2041'] });
  const second = await submitFor({ number: ['R-2042'] });
  const third = await submitFor({ number: ['S-1'] });
  expect(await cancel({ q: 'R-20', endpoint_name: 'moved' })).toEqual([]);
  expect(await cancel({ q: 'r-2041' })).toEqual([first]);
  // A text that IDs start with finds only the tasks with such an ID.
  const named = await submitFor({ number: [third] });
  expect(await cancel({ q: third.toUpperCase() })).toEqual([third]);
  expect([await isOpen(second), await isOpen(named)]).toEqual([true, true]);
});

test('200 cancels the tasks that wait for a person, or those that do not', async () => {
  await cancel({ statuses: ['queued'] });
  const [waiting, busy] = [await submitFor({}), await submitFor({})];
  const lease = await worker.claim();
  expect([lease.task_id, (await worker.claim()).task_id]).toEqual([waiting, busy]);
  const wait = { wait_id: randomUUID(), node_path: 'nodes[0]', page_url: 'https://portal.example' };
  await worker.report(lease, 'human-wait', { ...wait, max_wait_seconds: 60 }).expect(200);
  expect(await cancel({ waiting_for_human: true })).toEqual([waiting]);
  expect(await cancel({ waiting_for_human: false })).toEqual([busy]);
});
