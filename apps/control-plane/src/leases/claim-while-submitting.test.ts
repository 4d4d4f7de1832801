import { pollUntil } from '@errand/test-kit';
import { expect, test } from '@jest/globals';
import { begin } from '../testing/begin.ts';
import { speakWorker } from '../testing/speak-worker.ts';
import { orderSubmission } from '../testing/start-test-app.ts';
import { untilBlocked } from '../testing/until-blocked.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const app = await useTestApp();
const worker = speakWorker(app);
const order = { ...orderSubmission, unique_parameter_names: ['username'] };

test('a claim that waits for a submission leases its task with the files', async () => {
  const { pool } = app.database;
  const { body: waiting } = await app.post('/api/v1/inference', order).expect(202);
  // Stops the next submission after it has locked the login queue and stored its task.
  await using holder = await begin(app);
  await holder.query('LOCK TABLE input_files IN SHARE MODE');
  const input_files = [{ name: 'bill.pdf', content_base64: 'eA==' }];
  const submission = app
    .post('/api/v1/inference', { ...order, priority: 1, input_files })
    .expect(202)
    .then(({ body }) => body.task_id);
  await untilBlocked(app.database, holder, 'input_files');
  const claim = worker.claim();
  await pollUntil('the claim waits for the login queue', async () => {
    const { rowCount } = await pool.query(
      `SELECT FROM pg_stat_activity WHERE query LIKE '%take_task(%' AND wait_event_type = 'Lock'`,
    );
    return rowCount === 1;
  });
  await holder.query('commit');
  const lease = await claim;
  expect(lease.task_id).toBe(await submission);
  expect(lease.task_id).not.toBe(waiting.task_id);
  expect(lease).toMatchObject({ task: { input_files: [{ name: 'bill.pdf', size_bytes: 1 }] } });
});
