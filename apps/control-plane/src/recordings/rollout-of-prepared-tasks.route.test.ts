import { expect, test } from '@jest/globals';
import { begin } from '../testing/begin.ts';
import { driveRollout, readVersion } from '../testing/drive-rollout.ts';
import { orderSubmission } from '../testing/start-test-app.ts';
import { untilBlocked } from '../testing/until-blocked.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const app = await useTestApp();
const V1 = '/api/v1';

// proves operation: endRollout
test.each([
  { outcome: 'stop', version: 1 },
  { outcome: 'promote', version: 2 },
])(
  'a task that was prepared before the roll-out ended gets version $version after: $outcome',
  async (ending) => {
    const rollout = await driveRollout(app);
    await rollout.start({ percent: 1 });
    const [waiting] = await submitLogin(rollout.endpoint_name);
    await using holder = await begin(app);
    const { rows } = await holder.query<{ id: number }>(
      'SELECT login_queue_id AS id FROM tasks WHERE id = $1',
      [waiting],
    );
    await holder.query('SELECT FROM login_queues WHERE id = $1 FOR UPDATE', [rows[0]?.id]);
    const prepared = submitLogin(rollout.endpoint_name);
    await untilBlocked(app.database, holder, 'submit_tasks');
    await app.post(`${rollout.path}/rollouts/end`, { outcome: ending.outcome }).expect(200);
    await holder.query('commit');
    const [taskId = ''] = await prepared;
    expect(await readVersion(app, taskId)).toBe(ending.version);
    await app.post(`${V1}/tasks/cancel`, { task_ids: [waiting, taskId] }).expect(200);
  },
);

/** Tasks of one login, which share a queue. */
async function submitLogin(endpoint_name: string): Promise<readonly string[]> {
  const task = { ...orderSubmission, endpoint_name, unique_parameter_names: ['username'] };
  const { body } = await app.post(`${V1}/tasks/batch`, { tasks: [task] }).expect(200);
  return body.results.map(({ task_id: id }: { task_id: string }) => id);
}
