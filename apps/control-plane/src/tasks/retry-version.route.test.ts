import { expect, test } from '@jest/globals';
import { orderAutomation } from '../testing/start-test-app.ts';
import { useTestApp } from '../testing/use-test-app.ts';
import { submitAndCancel } from '../testing/submit-and-cancel.ts';

const app = await useTestApp();

const pathOf = (taskId: string) => `/api/v1/tasks/${taskId}/retry`;
const detailOf = async (taskId: string) =>
  (await app.get(`/api/v1/tasks/${taskId}`).expect(200)).body.task;

/** Parameters of an automation with one input. */
const parametersOf = (name: string) => ({
  ...orderAutomation.parameters,
  input_parameters: { [name]: [] },
  secure_parameters: {},
});

// proves operation: retryTask
test('202 runs the version that the request names, even instead of one of a roll-out; 404 without it', async () => {
  const endpoint_name = 'versions';
  const saveVersion = async (name: string) =>
    app.post('/api/v1/update_example', {
      endpoint_name,
      automation: { ...orderAutomation, nodes: [], parameters: parametersOf(name) },
    });
  const { recording_id: id } = (await saveVersion('old')).body;
  await saveVersion('new');
  const old = await submitAndCancel(app, { endpoint_name, input_parameters: { new: ['7'] } });
  const retry = async (body: object) => {
    const { task_id: taskId } = (await app.post(pathOf(old), body).expect(202)).body;
    const { recording_version: version, input_parameters: inputs } = await detailOf(taskId);
    return [version, inputs];
  };
  expect(await retry({})).toEqual([2, { new: ['7'] }]);
  const earlier = { version: 1, input_parameters: { old: ['8'] } };
  expect(await retry(earlier)).toEqual([1, { old: ['8'] }]);
  const { body: misfit } = await app.post(pathOf(old), { version: 1 }).expect(409);
  expect(misfit.detail).toContain('"new"');

  const automation = { ...orderAutomation, parameters: parametersOf('old') };
  await app.post(`/api/v1/recordings/${id}/rollback`, { version: 1 }).expect(200);
  await app.post(`/api/v1/recordings/${id}/rollouts`, { automation, percent: 1 }).expect(201);
  const inputs = { input_parameters: { old: ['8'] } };
  expect(await retry(inputs)).toEqual([3, { old: ['8'] }]);
  expect(await retry({ ...inputs, version: 4 })).toEqual([4, { old: ['8'] }]);

  const { body, headers } = await app.post(pathOf(old), { version: 99 }).expect(404);
  expect(headers['x-error-code']).toBe('version-not-found');
  expect(body.detail).toBe(`Recording "${id}" has no version 99.`);
  await app.post(pathOf(old), { version: 0 }).expect(422);
});
