import { pollUntil } from '@errand/test-kit';
import { startMailServer, type MailServer } from '@errand/test-kit/mail-server';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { openFleet, type Fleet, type WorkerProcess } from './testing/open-fleet.ts';

const SECRET = '493817';
/** Outlasts a restart of the control plane on a busy machine. */
const LEASE_SECONDS = 30;

let fleet: Fleet;
let mails: MailServer;
let worker: WorkerProcess;
const stack = new AsyncDisposableStack();
beforeAll(async () => {
  mails = stack.use(await startMailServer());
  const smtp = { SMTP_URL: mails.url, MAIL_FROM: 'Errand <errand@errand.example>' };
  fleet = stack.use(await openFleet({ LEASE_SECONDS: String(LEASE_SECONDS), ...smtp }));
  worker = stack.use(await fleet.startWorker({ WORKER_SLOTS: '2' }));
});
afterAll(async () => stack.disposeAsync());

const start = `data:text/html,${encodeURIComponent('<title>form</title><input id=code><output></output>')}`;
const wait = (seconds: number) => ({ human_in_loop_action: { max_wait_time: seconds } });
const fill = {
  interaction_action: {
    input_text: { command: 'locator("#code")', input_text: '{sms_code[0]}', skip_prompt: true },
  },
};
const read = {
  extraction_action: {
    locator: { command: 'locator("#code")', extraction_format: { code: 'str' } },
  },
};
const resume = (taskId: string, body: object = {}) =>
  fleet.controlPlane.call('POST', `/api/v1/tasks/${taskId}/resume`, body);
const cancel = (taskId: string) =>
  fleet.controlPlane.call('POST', `/api/v1/tasks/${taskId}/cancel`);
const untilWaiting = (taskId: string) =>
  pollUntil(
    'the task waits for a person',
    async () => (await fleet.detailOf(taskId)).waiting_for_human ?? undefined,
    { deadlineMs: 30_000 },
  );

test('waits for a person, sends an email, and continues with what the person entered', async () => {
  const recording = {
    endpoint_name: 'with-mail',
    description: 'Asks for a code.',
    notification_emails: ['ann@example.com'],
    automation: {
      url: start,
      parameters: { input_parameters: {}, generated_parameters: { sms_code: [] } },
      nodes: [wait(120), fill, read].map((node) => ({
        type: 'action_node',
        end_sleep_time: 0,
        ...node,
      })),
      take_final_screenshot: false,
    },
  };
  const created = await fleet.controlPlane.call('POST', '/api/v1/recordings', recording);
  expect(created).toMatchObject({ status: 201, body: { success: true } });
  const task = await fleet.submit('with-mail', {});
  expect(await untilWaiting(task)).toMatchObject({ node_path: 'nodes[0]', page_url: start });
  expect(await fleet.statusOf(task)).toBe('running');
  const { to, source } = await mails.next();
  expect(to).toEqual(['ann@example.com']);
  expect(source.replaceAll('=\r\n', '')).toContain(`${fleet.controlPlane.url}/live/${task}`);

  expect(await resume(task, { variables: { sms_code: [SECRET] } })).toMatchObject({ status: 200 });
  const { status, output_data, steps } = await fleet.untilEnded(task);
  expect([status, steps.map(({ kind, outcome }) => `${kind} ${outcome}`)]).toEqual([
    'success',
    ['human_in_loop_action done', 'input_text done', 'locator done'],
  ]);
  expect(JSON.stringify(output_data)).toContain(SECRET);
  expect(await resume(task)).toMatchObject({ status: 409 });
});

// proves field: human_in_loop_action.max_wait_time
test('fails with a specific error class when nobody responds', async () => {
  const task = await fleet.run([wait(1)], { url: start });
  expect(await fleet.untilEnded(task)).toMatchObject({
    status: 'failed',
    error_class: 'human_timeout',
    error: expect.stringContaining('Nobody resumed the run within 1.0 s'),
    waiting_for_human: null,
  });
  expect(await resume(task)).toMatchObject({ status: 409 });
});

test('either the person or the timeout wins, and the run and the caller agree', async () => {
  const results = new Map<string, number>();
  // One browser for all rounds.
  const submission = { is_dedicated: true, unique_parameter_names: ['login'] };
  for (let round = 0; round < 6; round += 1) {
    const task = await fleet.run([wait(1)], { url: start, submission });
    const { until } = await untilWaiting(task);
    const lead = 60 - 20 * round;
    await pollUntil('the time is almost up', () => Date.parse(until) - Date.now() < lead, {
      deadlineMs: 5_000,
      longestIntervalMs: 5,
    });
    const { status } = await resume(task);
    const ended = await fleet.untilEnded(task);
    expect([status, ended.status, ended.error_class]).toEqual(
      status === 200 ? [200, 'success', null] : [409, 'failed', 'human_timeout'],
    );
    results.set(ended.status, (results.get(ended.status) ?? 0) + 1);
  }
  // The last rounds always respond after the timeout.
  expect(results.get('failed')).toBeGreaterThan(0);
});

test('two tasks wait at the same time, and each continues independently', async () => {
  const [first, second] = [
    await fleet.run([wait(120)], { url: start }),
    await fleet.run([wait(120)], { url: start, login: 'bob' }),
  ] as const;
  await Promise.all([untilWaiting(first), untilWaiting(second)]);
  expect(await resume(second)).toMatchObject({ status: 200 });
  expect(await fleet.untilEnded(second)).toMatchObject({ status: 'success' });
  expect(await fleet.detailOf(first)).toMatchObject({
    waiting_for_human: { since: expect.any(String) },
  });
  expect(await resume(first)).toMatchObject({ status: 200 });
  expect(await fleet.untilEnded(first)).toMatchObject({ status: 'success' });
});

test('ends immediately when the waiting task is cancelled', async () => {
  const task = await fleet.run([wait(120)], { url: start });
  await untilWaiting(task);
  const browsers = worker.browsers();
  expect(await cancel(task)).toMatchObject({ status: 202 });
  expect(await fleet.untilEnded(task)).toMatchObject({
    status: 'cancelled',
    waiting_for_human: null,
  });
  await pollUntil('its browser is gone', () =>
    browsers.some((browser) => !worker.browsers().includes(browser)),
  );
  expect(await resume(task)).toMatchObject({ status: 409 });
});

test('the wait of a killed worker ends, and the next attempt starts a new one', async () => {
  const task = await fleet.run([wait(300)], { url: start });
  const { since } = await untilWaiting(task);
  process.kill(worker.processId ?? 0, 'SIGKILL');
  await worker.failed;
  await letLeaseRunOut(task);
  await pollUntil('the task is queued', async () => (await fleet.statusOf(task)) === 'queued', {
    // A control plane that has just started takes back no task for one lease time.
    deadlineMs: (LEASE_SECONDS + 30) * 1_000,
  });
  expect(await fleet.detailOf(task)).toMatchObject({ waiting_for_human: null });
  const { body } = await resume(task);
  expect(body).toEqual({
    detail: `Task "${task}" is still waiting in the queue, not for a person.`,
  });

  worker = stack.use(await fleet.startWorker());
  expect((await untilWaiting(task)).since).not.toBe(since);
  expect(await resume(task)).toMatchObject({ status: 200 });
  expect(await fleet.untilEnded(task)).toMatchObject({ status: 'success', retry_count: 1 });
});

test('keeps waiting through a restart of the control plane', async () => {
  const task = await fleet.run([wait(120)], { url: start });
  const { until } = await untilWaiting(task);
  await fleet.controlPlane.restart();
  expect((await untilWaiting(task)).until).toBe(until);
  expect(await resume(task)).toMatchObject({ status: 200 });
  expect(await fleet.untilEnded(task)).toMatchObject({ status: 'success', retry_count: 0 });
});

/** Simulates a lease time without a heartbeat. */
async function letLeaseRunOut(taskId: string): Promise<void> {
  const client = new Client({ connectionString: fleet.controlPlane.databaseUrl });
  await client.connect();
  try {
    const statement = "UPDATE tasks SET lease_expires_at = now() - interval '1 s' WHERE id = $1";
    await client.query(statement, [taskId]);
  } finally {
    await client.end();
  }
}
