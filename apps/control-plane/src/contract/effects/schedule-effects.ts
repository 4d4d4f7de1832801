import { orderSubmission } from '../../testing/start-test-app.ts';
import { type Effects, effectsOfBody, effectsOfQuery } from './effect.ts';
import { effectsOfPages } from './list-effects.ts';
import type { Scene } from './open-scene.ts';

const daily = { name: 'daily', cron: '0 7 * * *', task: orderSubmission };
const settings = {
  timezone: 'Asia/Tokyo',
  overlap: 'allow',
  catch_up: 'once',
  paused: true,
} as const;

const create = async (scene: Scene, body: object = daily) =>
  (await scene.ask('post', 'schedules', { body })).schedule;

async function addSchedules(scene: Scene): Promise<void> {
  for (const name of ['a', 'b', 'c']) await create(scene, { ...daily, name });
}

/** Adds three runs, which would otherwise need three due times. */
async function addRuns(scene: Scene): Promise<string> {
  const { schedule_id: id } = await create(scene);
  await scene.query(
    `INSERT INTO schedule_runs (schedule_id, due_at, outcome, is_catch_up)
     SELECT $1, now() - n * interval '1 day', 'skipped', false FROM generate_series(1, 3) n`,
    [id],
  );
  return `schedules/${id}/runs`;
}

export const scheduleEffects: Effects = {
  ...effectsOfPages('listSchedules', ['schedules', 'schedules', 'name'], addSchedules),
  ...effectsOfQuery(
    'listScheduleRuns',
    async (scene, { query = {} }) => {
      const path = await addRuns(scene);
      const { next_cursor: cursor } = await scene.ask('get', path, { query: { limit: 1 } });
      const asked = 'cursor' in query ? { cursor } : query;
      return (await scene.ask('get', path, { query: asked })).runs.length;
    },
    { limit: 2, cursor: 'of the first page' },
  ),
  ...effectsOfBody(
    'createSchedule',
    async (scene, { body = {} }) => {
      const { timezone, overlap, catch_up, paused, next_runs: next } = await create(scene, body);
      return [timezone, overlap, catch_up, paused, next];
    },
    Object.fromEntries(
      Object.entries(settings).map(([name, value]) => [name, [daily, { ...daily, [name]: value }]]),
    ),
  ),
  ...effectsOfBody(
    'updateSchedule',
    async (scene, { body = {} }) => {
      const { schedule_id: id } = await create(scene);
      const { status } = await scene.send('patch', `schedules/${id}`, { body });
      const { schedule } = await scene.ask('get', `schedules/${id}`);
      const { schedule_id: _id, created_at: _at, ...shown } = schedule;
      return [status, shown];
    },
    {
      name: [{}, { name: 'evening' }],
      cron: [{}, { cron: '0 18 * * *' }],
      task: [{}, { task: { ...orderSubmission, priority: 3 } }],
      ...Object.fromEntries(
        Object.entries(settings).map(([name, value]) => [name, [{}, { [name]: value }]]),
      ),
    },
  ),
};
