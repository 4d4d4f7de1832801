import { expect, test } from '@jest/globals';
import { begin } from '../testing/begin.ts';
import { orderSubmission } from '../testing/start-test-app.ts';
import { untilBlocked } from '../testing/until-blocked.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const app = await useTestApp();
const order = { ...orderSubmission, unique_parameter_names: ['username'] };
const send = async (task: object) =>
  (await app.post('/api/v1/tasks/batch', { tasks: [task] }).expect(200)).body;

test('200 holds a login queue that is deleted while the batch waits for it, before the portal', async () => {
  const { pool } = app.database;
  const { results } = await send(order);
  await app.post(`/api/v1/tasks/${results[0].task_id}/cancel`).expect(200);
  const { rows } = await pool.query<{ account_id: string; portal_id: number; key: string }>(
    'SELECT account_id, portal_id, key FROM login_queues',
  );
  const [queue] = rows;
  await using holder = await begin(app);
  await holder.query('SELECT FROM portals WHERE id = $1 FOR NO KEY UPDATE', [queue?.portal_id]);
  await using deletion = await begin(app);
  await deletion.query('DELETE FROM tasks');
  await deletion.query('DELETE FROM login_queues');
  const answer = send({ ...order, max_parallelism: 2 });
  await untilBlocked(app.database, deletion, 'submit_tasks');
  await deletion.query('commit');
  await untilBlocked(app.database, holder, 'submit_tasks');

  await using other = await begin(app);
  await other.query(`SET LOCAL lock_timeout = '100ms'`);
  const insert = 'INSERT INTO login_queues (account_id, portal_id, key) VALUES ($1, $2, $3)';
  const isFree = other.query(insert, [queue?.account_id, queue?.portal_id, queue?.key]);
  await expect(isFree).rejects.toThrow(/lock timeout/);
  await holder.query('commit');
  expect((await answer).accepted_count).toBe(1);
});
