import { expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import supertest from 'supertest';
import { beginWait, whatFor } from '../testing/begin-wait.ts';
import { speakWorker } from '../testing/speak-worker.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const TIMESTAMP = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const variables = { sms_code: ['493817'], note: [] };
const resumed = { success: true, message: 'The task resumes.' };
const ended = { output_data: [], for_loop_status: [] };

const app = await useTestApp();
const worker = speakWorker(app);

const pathOf = (taskId: string) => `/api/v1/tasks/${taskId}/resume`;
const resume = (taskId: string, body?: unknown) => app.post(pathOf(taskId), body);
const detailOf = async (taskId: string) =>
  (await app.get(`/api/v1/tasks/${taskId}`).expect(200)).body.task;
/** Starts a waiting task; returns it with the requests its worker sends about the wait. */
async function startWaiting(options: Parameters<typeof beginWait>[1] = {}) {
  const taskId = await app.submit();
  const { lease, waitId: wait_id } = await beginWait(worker, options);
  const report = (name: string, body: object = {}) =>
    worker.report(lease, name, { wait_id, ...body });
  return {
    taskId,
    lease,
    answer: (wait_seconds = 0) => report('human-answer', { wait_seconds }).expect(200),
    endWait: (outcome: string) => report('human-wait/end', { outcome }).expect(200),
    finish: () => worker.report(lease, 'complete', ended).expect(200),
  };
}
const rowOf = async (taskId: string) => {
  const { rows } = await app.database.pool.query('SELECT * FROM human_waits WHERE task_id = $1', [
    taskId,
  ]);
  return rows[0];
};

test('200 resumes a task that shows its wait, and hands the variables to the run', async () => {
  const { taskId, answer, endWait, finish } = await startWaiting();
  const waiting = { since: TIMESTAMP, until: TIMESTAMP, ...whatFor };
  expect(await detailOf(taskId)).toMatchObject({ status: 'running', waiting_for_human: waiting });
  expect((await answer()).body).toEqual({ resumed: false, variables: {} });

  const polled = answer(20);
  const [answered, { body }] = await Promise.all([
    polled,
    resume(taskId, { variables }).expect(200),
  ]);
  expect(body).toEqual(resumed);
  expect(answered.body).toEqual({ resumed: true, variables });
  expect(await detailOf(taskId)).toMatchObject({ status: 'running', waiting_for_human: null });

  // Kept, sealed, in case the response is lost; deleted once the worker has it.
  expect((await rowOf(taskId)).variables).not.toContain('493817');
  expect((await answer()).body).toEqual({ resumed: true, variables });
  expect((await endWait('ended')).body).toEqual({ outcome: 'resumed' });
  expect(await rowOf(taskId)).toMatchObject({
    variables: null,
    variable_names: ['sms_code', 'note'],
  });
  expect((await answer()).body).toEqual({ resumed: true, variables: {} });
  await finish();
});

test('200 without a body or with an empty one', async () => {
  for (const body of [undefined, {}, { variables: {} }]) {
    const { taskId, answer, finish } = await startWaiting();
    await resume(taskId, body).expect(200, resumed);
    expect((await answer()).body).toEqual({ resumed: true, variables: {} });
    await finish();
  }
});

test('200 for the first of several resumes, and 409 with the reason for the others', async () => {
  const { taskId, finish } = await startWaiting();
  const answers = await Promise.all([1, 2, 3, 4].map(() => resume(taskId, { variables })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(3);
  const { body } = await resume(taskId).expect(409);
  expect(body.detail).toMatch(
    new RegExp(`^Task "${taskId}" no longer waits for a person: it was resumed at .+Z\\.$`),
  );
  await finish();
});

test('either 200 or the timeout, but never both', async () => {
  for (let round = 0; round < 12; round += 1) {
    const { taskId, answer, endWait, finish } = await startWaiting();
    const requests = [() => resume(taskId, { variables }), () => endWait('timed_out')];
    if (round % 2 === 1) requests.reverse();
    const answers = await Promise.all(requests.map((send) => send()));
    if (round % 2 === 1) answers.reverse();
    const [person, clock] = answers;
    const isResumed = person?.status === 200;
    expect(clock?.body).toEqual({ outcome: isResumed ? 'resumed' : 'timed_out' });
    expect((await answer()).body).toEqual({
      resumed: isResumed,
      variables: isResumed ? variables : {},
    });
    await finish();
  }
});

test('409 after the deadline, even before the worker reports it', async () => {
  const { taskId, answer, endWait, finish } = await startWaiting({ maxWaitSeconds: 0 });
  const { body } = await resume(taskId).expect(409);
  expect(body.detail).toMatch(/no longer waits for a person: the wait timed out at .+Z\.$/);
  expect((await answer()).body.resumed).toBe(false);
  expect((await endWait('timed_out')).body).toEqual({ outcome: 'timed_out' });
  expect((await resume(taskId).expect(409)).body.detail).toMatch('the wait timed out at');
  await finish();
});

test('409 with a message for every state', async () => {
  const taskId = await app.submit();
  const words = async () => (await resume(taskId).expect(409)).body.detail;
  expect(await words()).toBe(`Task "${taskId}" is still waiting in the queue, not for a person.`);
  const lease = await worker.claim();
  expect(await words()).toMatch('is starting and is not waiting for a person.');
  await worker.report(lease, 'start').expect(200);
  expect(await words()).toMatch('is running and is not waiting for a person.');
  await worker.report(lease, 'complete', ended).expect(200);
  expect(await words()).toMatch('has succeeded and is not waiting for a person.');

  const cancelled = await startWaiting();
  await app.post(`/api/v1/tasks/${cancelled.taskId}/cancel`).expect(202);
  expect((await resume(cancelled.taskId).expect(409)).body.detail).toMatch('it stopped waiting at');
  await cancelled.finish();
  const { body } = await resume(cancelled.taskId).expect(409);
  expect(body.detail).toMatch('is cancelled and is not waiting for a person.');
});

test('404 for another account and for an unknown task, without any change', async () => {
  const { taskId, finish } = await startWaiting();
  const other = supertest(app.app).post(pathOf(taskId)).set('x-api-key', app.otherApiKey).send({});
  await other.expect(404, { detail: `There is no task "${taskId}".` });
  await resume(randomUUID(), {}).expect(404);
  await resume('no-uuid', {}).expect(404);
  expect(await detailOf(taskId)).toMatchObject({
    waiting_for_human: { since: expect.any(String) },
  });
  await finish();
});

test('413 for more than 64 KB of variables, 422 for invalid names', async () => {
  const { taskId, finish } = await startWaiting();
  const large = { variables: { text: ['x'.repeat(65_536)] } };
  const { body } = await resume(taskId, large).expect(413);
  expect(body.detail).toBe('variables are 65549 bytes as JSON: specify at most 65536.');
  for (const name of ['task_id', '1st', 'a b', '']) {
    const refused = await resume(taskId, { variables: { [name]: ['x'] } }).expect(422);
    expect(refused.body.detail).toEqual([
      { loc: ['body', 'variables', name], msg: expect.any(String), type: 'name' },
    ]);
  }
  await resume(taskId, { variables: { code: '1' } }).expect(422);
  expect(await detailOf(taskId)).toMatchObject({
    waiting_for_human: { since: expect.any(String) },
  });
  await finish();
});

// proves operation: listTasks
test('200 lists tasks that wait for a person, those that do not, or both', async () => {
  const waiting = await startWaiting();
  const queued = await app.submit();
  const list = async (query: string): Promise<Record<string, unknown>> => {
    const { body } = await app.get(`/api/v1/tasks?${query}`).expect(200);
    return Object.fromEntries(
      body.tasks.map((task: { task_id: string; waiting_for_human: unknown }) => [
        task.task_id,
        task.waiting_for_human,
      ]),
    );
  };
  const what = { since: TIMESTAMP, until: TIMESTAMP, ...whatFor };
  expect(await list('waiting_for_human=true')).toEqual({ [waiting.taskId]: what });
  expect(await list('waiting_for_human=true&status=queued')).toEqual({});
  const others = await list('waiting_for_human=false');
  expect(others).toHaveProperty(queued, null);
  expect(others).not.toHaveProperty(waiting.taskId);
  expect(await list('')).toEqual({ ...others, [waiting.taskId]: what });
  await waiting.finish();
  expect(await list('waiting_for_human=true')).toEqual({});
  await app.post(`/api/v1/tasks/${queued}/cancel`).expect(200);
});
