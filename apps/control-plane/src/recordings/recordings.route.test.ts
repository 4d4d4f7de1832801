import { beforeEach, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import supertest from 'supertest';
import { speakWorker } from '../testing/speak-worker.ts';
import {
  orderAutomation,
  orderWarning,
  orderSubmission,
  sealedOrder,
} from '../testing/start-test-app.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const PATH = '/api/v1/recordings';

const app = await useTestApp();
let names = 0;
let endpointName: string;
beforeEach(() => {
  endpointName = `recording-${(names += 1)}`;
});

async function create(more: object = {}): Promise<string> {
  const sent = { endpoint_name: endpointName, automation: orderAutomation, ...more };
  const { body } = await app.post(PATH, sent).expect(201);
  return `${PATH}/${body.recording_id}`;
}

async function submit(name = endpointName): Promise<string> {
  const sent = { ...orderSubmission, endpoint_name: name };
  const { body } = await app.post('/api/v1/inference', sent).expect(202);
  return body.task_id;
}

describe('create', () => {
  // proves operation: createRecording; getRecording
  test('201 stores every member, and 200 returns them', async () => {
    const made = await app.post('/api/v1/workspaces', { name: 'created in' }).expect(201);
    const { workspace_id } = made.body.workspace;
    const settings = {
      description: 'Orders.',
      workspace_id,
      notification_emails: ['a@erp.example'],
      is_marketplace: true,
    };
    const callback_url = { url: 'https://erp.example/', username: 'u', password: 'secret-word' };
    const path = await create({ ...settings, callback_url });
    const { body } = await app.get(path).expect(200);
    expect(body.recording).toEqual({
      recording_id: path.split('/').at(-1),
      endpoint_name: endpointName,
      version: 1,
      automation: sealedOrder,
      callback_url: { url: 'https://erp.example/', has_credentials: true },
      created_at: expect.any(String),
      updated_at: expect.any(String),
      ...settings,
    });
    const [row] = await app.database.prisma.recording.findMany({ where: { endpointName } });
    expect(JSON.stringify(row)).not.toContain('secret-word');
  });

  // proves operation: createRecording
  test('201 creates the recording in the default workspace, ready for submissions', async () => {
    const path = await create();
    const { body } = await app.get(path).expect(200);
    const workspaceId = await app.dependencies.workspaces.find(app.accountId);
    expect(body.recording).toMatchObject({ workspace_id: workspaceId, is_marketplace: false });
    await submit();
  });

  test('201 with warnings', async () => {
    const misspelt = { go_to_url: { url: 'https://a.example/{usernmae[0]}' } };
    const nodes = [{ type: 'action_node', interaction_action: misspelt }];
    const automation = { ...orderAutomation, nodes };
    const sent = { endpoint_name: endpointName, automation };
    const { body } = await app.post(PATH, sent).expect(201);
    expect(body.warnings).toMatchObject([{ rule: 'unknown-name' }, orderWarning]);
  });

  test('400 for a body that is not JSON', async () => {
    await app.post(PATH).set('content-type', 'application/json').send('{').expect(400);
  });

  test('401 without a key', async () => {
    await supertest(app.app).post(PATH).send({}).expect(401);
  });

  test('404 for an unknown workspace', async () => {
    const workspace_id = randomUUID();
    const sent = { endpoint_name: endpointName, automation: orderAutomation, workspace_id };
    const { body } = await app.post(PATH, sent).expect(404);
    expect(body.detail).toBe(`There is no workspace "${workspace_id}".`);
  });

  test('409 for an endpoint name that is taken, even under concurrency', async () => {
    const sent = { endpoint_name: endpointName, automation: orderAutomation };
    const answers = await Promise.all([1, 2, 3, 4].map(() => app.post(PATH, sent)));
    const statuses = answers.map(({ status }) => String(status)).toSorted();
    expect(statuses).toEqual(['201', '409', '409', '409']);
  });

  test('413 for a body over 10 MB', async () => {
    await app.post(PATH, { description: 'x'.repeat(10_485_760) }).expect(413);
  });

  test('415 without a body', async () => {
    await app.post(PATH).expect(415);
  });

  test('422 for an automation that is not valid', async () => {
    const sent = { endpoint_name: endpointName, automation: { ...orderAutomation, colour: 'red' } };
    const { body } = await app.post(PATH, sent).expect(422);
    expect(body.detail[0].loc).toEqual(['body', 'automation', 'colour']);
  });
});

// proves operation: getRecording
describe('read', () => {
  test('401 without a key', async () => {
    await supertest(app.app)
      .get(await create())
      .expect(401);
  });

  test('404 for a recording that is unknown or of another account', async () => {
    const path = await create();
    await app.get(path).set('x-api-key', app.otherApiKey).expect(404);
    await app.get(`${PATH}/${randomUUID()}`).expect(404);
    await app.get(`${PATH}/none`).expect(404);
  });

  test('422 for an unknown query parameter', async () => {
    await app.get(`${await create()}?version=1`).expect(422);
  });
});

// proves operation: deleteRecording
describe('delete', () => {
  test('200 hides the recording, frees its name and keeps its finished tasks', async () => {
    const path = await create();
    const taskId = await submit();
    await app.post(`/api/v1/tasks/${taskId}/cancel`).expect(200);
    const { body } = await app.delete(path).expect(200);
    expect(body).toEqual({
      success: true,
      message: 'The recording is deleted.',
      cancelled_task_count: 0,
    });

    await app.get(path).expect(404);
    await app.delete(path).expect(404);
    await app.get(`${path}/versions`).expect(404);
    await app.get(`${path}/versions/1`).expect(404);
    await app.post(`${path}/rollback`, { version: 1 }).expect(404);
    await app
      .patch(path.replace('recordings', 'update_recording'), { description: '' })
      .expect(404);
    const listed = await app.get(`/api/v1/get_recordings?endpoint_name=^${endpointName}$`);
    expect(listed.body.recordings).toEqual([]);
    const refused = { ...orderSubmission, endpoint_name: endpointName };
    await app.post('/api/v1/inference', refused).expect(404);

    const task = await app.get(`/api/v1/tasks/${taskId}`).expect(200);
    expect(task.body.task).toMatchObject({ endpoint_name: endpointName, status: 'cancelled' });
    expect(await create()).not.toBe(path);
    await submit();
  });

  test('409 while tasks wait or run, and 200 with cancel_tasks', async () => {
    const path = await create({ callback_url: { url: 'https://erp.example/results' } });
    const held = await submit();
    const worker = speakWorker(app);
    let lease = await worker.claim();
    while (lease.task_id !== held) lease = await worker.claim();
    const waiting = await submit();

    const { body: refused } = await app.delete(path).expect(409);
    expect(refused.detail).toMatch(/waiting \(1\) or running \(1\).*cancel_tasks=true/);
    await app.get(path).expect(200);

    const { body } = await app.delete(`${path}?cancel_tasks=true`).expect(200);
    expect(body.cancelled_task_count).toBe(2);
    const read = async (id: string) => (await app.get(`/api/v1/tasks/${id}`)).body.task;
    expect(await read(waiting)).toMatchObject({ status: 'cancelled' });
    expect(await read(held)).toMatchObject({ status: 'allocated', cancel_requested: true });
    const { body: ended } = await worker
      .report(lease, 'complete', { output_data: [], for_loop_status: [] })
      .expect(200);
    expect(ended).toMatchObject({ status: 'cancelled' });
    // The deleted recording's receiver is still notified.
    const deliveries = { where: { taskId: { in: [held, waiting] } } };
    expect(await app.database.prisma.callbackDelivery.count(deliveries)).toBe(2);
  });

  test('401 without a key', async () => {
    await supertest(app.app)
      .delete(await create())
      .expect(401);
  });

  test('404 for a recording of another account, without deleting it', async () => {
    const path = await create();
    await app.delete(path).set('x-api-key', app.otherApiKey).expect(404);
    await app.get(path).expect(200);
  });

  test('422 for an invalid flag', async () => {
    await app.delete(`${await create()}?cancel_tasks=perhaps`).expect(422);
  });
});
