import { beforeEach, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import supertest from 'supertest';
import { speakWorker } from '../testing/speak-worker.ts';
import { orderAutomation, sealedOrder, orderSubmission } from '../testing/start-test-app.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const app = await useTestApp();

const worker = speakWorker(app);
let names = 0;
let endpointName: string;
let path: string;
beforeEach(async () => {
  endpointName = `healing-${(names += 1)}`;
  const sent = { endpoint_name: endpointName, automation: orderAutomation };
  const { body } = await app.post('/api/v1/recordings', sent).expect(201);
  path = `/api/v1/recordings/${body.recording_id}/locator_proposals`;
});

const command = 'get_by_role("button", name="Save", exact=True)';
const candidates = [
  { command, kind: 'role', score: 72 },
  { command: 'locator("xpath=/html/body/button")', kind: 'xpath', score: 10 },
];
const healed = {
  failed_command: 'locator("#save")',
  command,
  candidates,
  page_url: 'https://portal.example/orders',
};
const means = [
  { kind: 'command', outcome: 'failed', reason: 'matched no element' },
  { kind: 'model', outcome: 'done', model: 'gemini/gemini-2.5-flash' },
];
const step = {
  sequence: 0,
  node_path: 'nodes[0][2].nodes[1]',
  kind: 'click_element',
  outcome: 'done',
  started_at: '2026-03-02T09:15:01.040Z',
  duration_ms: 63,
};

/**
 * Runs a task of the recording that reports these steps twice, as after a lost response, and ends
 * it.
 */
async function runTask(steps: readonly object[], submission: object = {}): Promise<string> {
  const sent = { ...orderSubmission, endpoint_name: endpointName, ...submission };
  const { body } = await app.post('/api/v1/inference', sent).expect(202);
  const lease = await worker.claim();
  for (let time = 0; time < 2; time += 1) {
    await worker.report(lease, 'steps', { steps }).expect(200);
  }
  const result = { output_data: [], for_loop_status: [] };
  await worker.report(lease, 'complete', result).expect(200);
  return body.task_id;
}

// proves operation: listLocatorProposals
test('200 lists locators that would have found the element, once for all tasks and iterations', async () => {
  await runTask([{ ...step, means, healed_locator: healed }]);
  const other = { ...step, sequence: 1, node_path: 'nodes[0][3].nodes[1]' };
  const taskId = await runTask([
    step,
    { ...other, healed_locator: { ...healed, page_url: 'https://portal.example/new' } },
  ]);
  const { body } = await app.get(path).expect(200);
  expect(body).toEqual({
    success: true,
    proposals: [
      {
        proposal_id: expect.any(String),
        version: 1,
        node_path: 'nodes[0].nodes[1]',
        state: 'open',
        kind: 'click_element',
        failed_command: healed.failed_command,
        command,
        candidates,
        page_url: 'https://portal.example/new',
        task_id: taskId,
        times_seen: 2,
        first_seen_at: expect.any(String),
        last_seen_at: expect.any(String),
      },
    ],
    next_cursor: null,
  });
});

test('200 for the task shows which means its steps tried', async () => {
  const taskId = await runTask([
    { ...step, means, healed_locator: healed },
    { ...step, sequence: 1 },
  ]);
  const { body } = await app.get(`/api/v1/tasks/${taskId}`).expect(200);
  expect(body.task.steps[0].means).toEqual(means);
  expect(body.task.steps[1]).not.toHaveProperty('means');
});

test('200 leaves the automation unchanged, and keeps proposals of older versions', async () => {
  await runTask([{ ...step, healed_locator: { ...healed, failed_command: undefined } }]);
  const recording = path.replace('/locator_proposals', '');
  const { body: read } = await app.get(recording).expect(200);
  expect(read.recording).toMatchObject({ version: 1, automation: sealedOrder });
  const sent = { endpoint_name: endpointName, automation: orderAutomation };
  await app.post('/api/v1/update_example', sent).expect(200);
  await runTask([{ ...step, healed_locator: healed }]);
  const { body } = await app.get(path).expect(200);
  expect(body.proposals.map(({ version }: { version: number }) => version)).toEqual([2, 1]);
  expect(body.proposals[1].failed_command).toBeNull();
});

test('200 page by page', async () => {
  const steps = ['a', 'b', 'c'].map((one, sequence) => ({
    ...step,
    sequence,
    healed_locator: { ...healed, command: one },
  }));
  await runTask(steps);
  const { body: first } = await app.get(`${path}?limit=2`).expect(200);
  const { body: rest } = await app.get(`${path}?limit=2&cursor=${first.next_cursor}`).expect(200);
  const listed = [...first.proposals, ...rest.proposals].map((one) => one.command);
  expect(listed).toEqual(['c', 'b', 'a']);
  expect(rest.next_cursor).toBeNull();
});

test('401 without a key', async () => {
  await supertest(app.app).get(path).expect(401);
});

test('404 for a recording that the account does not have', async () => {
  await app.get(`/api/v1/recordings/${randomUUID()}/locator_proposals`).expect(404);
  await app.get('/api/v1/recordings/none/locator_proposals').expect(404);
});

test('422 for an invalid query', async () => {
  await app.get(`${path}?limit=101`).expect(422);
  await app.get(`${path}?cursor=b3RoZXI`).expect(422);
  await app.get(`${path}?applied=true`).expect(422);
});
