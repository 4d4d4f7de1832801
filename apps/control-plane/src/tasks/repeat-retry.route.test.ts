import { expect, test } from '@jest/globals';
import { orderAutomation, orderSubmission } from '../testing/start-test-app.ts';
import { useTestApp } from '../testing/use-test-app.ts';
import { submitAndCancel } from '../testing/submit-and-cancel.ts';

const app = await useTestApp();
const pathOf = (taskId: string) => `/api/v1/tasks/${taskId}/retry`;

const SEED = [{ totp: { totp_secret: 'JBSWY3DPEHPK3PXP' } }];
const shrinking = (members: object) => ({
  endpoint_name: 'shrinking',
  input_parameters: { username: ['ann'], note: ['old'] },
  secure_parameters: { pin: SEED },
  ...members,
});

test('202 retries a goal of the legacy API as a goal', async () => {
  const goal = { end_point: 'order', goal: 'Order it.', params: { colour: 'red' } };
  const { body: started } = await app.post('/api/v1/inference/', goal).expect(200);
  await app.post(`/api/v1/tasks/${started.task_id}/cancel`).expect(200);
  const { body } = await app.post(pathOf(started.task_id)).expect(202);
  const { task_id: id } = body;
  const row = await app.database.prisma.task.findUniqueOrThrow({ where: { id } });
  expect(row).toMatchObject({
    goal: 'Order it.',
    inputParameters: { colour: ['red'] },
    retryOf: started.task_id,
  });
});

test('202 returns the first retry again for its idempotency key, 409 for another request', async () => {
  const old = await submitAndCancel(app, orderSubmission);
  const send = (path: string, body: object, key = 'retry-once') =>
    app.post(path, body).set('idempotency-key', key);
  const sent = { priority: 3 };
  const both = await Promise.all([1, 2].map(() => send(pathOf(old), sent).expect(202)));
  const [first] = both.map(({ body }) => body.task_id);
  expect(both.map(({ body }) => body)).toEqual([both[0]?.body, both[0]?.body]);
  const replayed = both.map(({ headers }) => headers['idempotent-replayed']);
  expect(replayed.filter(Boolean)).toEqual(['true']);
  // The key also works once a retry would be refused.
  await app.post(`/api/v1/tasks/${first}/cancel`).expect(200);
  await app.delete(`/api/v1/tasks/${old}`).expect(200);
  expect((await send(pathOf(old), sent).expect(202)).body.task_id).toBe(first);

  const another = await submitAndCancel(app, orderSubmission);
  for (const [path, body] of [
    [pathOf(old), { priority: 4 }],
    [pathOf(another), sent],
    ['/api/v1/inference', orderSubmission],
  ] as const) {
    const { headers } = await send(path, body).expect(409);
    expect([path, headers['x-error-code']]).toEqual([path, 'idempotency-conflict']);
  }
  expect((await send(pathOf(another), sent, 'other').expect(202)).body.task_id).not.toBe(first);
});

test('202 drops inputs and secrets that the recording no longer declares, once they are changed', async () => {
  const { recordings } = app.dependencies;
  const save = (changed: object) => {
    const parameters = { ...orderAutomation.parameters, ...changed };
    const automation = { ...orderAutomation, parameters };
    return recordings.save(app.accountId, { endpointName: 'shrinking', automation });
  };
  const inputs = { username: [], note: [] };
  await save({ input_parameters: inputs, secure_parameters: { pin: [] } });
  const old = await submitAndCancel(app, shrinking({}));
  const ofLogin = await submitAndCancel(app, shrinking({ unique_parameter_names: ['note'] }));
  await save({ input_parameters: { username: [] }, secure_parameters: {} });
  await app.post(pathOf(old)).expect(409);
  const dropping = { input_parameters: {}, secure_parameters: {} };
  const { body } = await app.post(pathOf(old), dropping).expect(202);
  const row = await app.database.prisma.task.findUniqueOrThrow({ where: { id: body.task_id } });
  expect(row).toMatchObject({ inputParameters: { username: ['ann'] }, secureParameters: null });
  await app.post(`/api/v1/tasks/${body.task_id}/cancel`).expect(200);
  // Without the input, the task would run next to others of its login.
  const refused = await app.post(pathOf(ofLogin), dropping).expect(400);
  expect(refused.body.detail).toMatch(/contains "note"/);
});
