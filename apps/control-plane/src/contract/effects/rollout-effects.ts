import { orderAutomation } from '../../testing/start-test-app.ts';
import { type Effect, type Effects, effectsOfBody } from './effect.ts';

/** The roll-out as the recording shows it, with its start page and its version's comment. */
const seeStarted: Effect['see'] = async (scene, sent) => {
  const [{ recording_id: id }] = (await scene.ask('get', 'get_recordings')).recordings;
  await scene.ask('post', `recordings/${id}/rollouts`, sent);
  const { recording } = await scene.ask('get', `recordings/${id}`);
  const { versions } = await scene.ask('get', `recordings/${id}/versions`);
  const [{ comment, restored_from: restored }] = versions;
  const { started_at: _, ...rollout } = recording.rollout;
  return { rollout, comment, restored, url: recording.automation.url };
};

const half = { version: 1, percent: 50 };
const seeStatus: Effect['see'] = async (scene, sent) => {
  const [{ recording_id: id }] = (await scene.ask('get', 'get_recordings')).recordings;
  return (await scene.send('post', `recordings/${id}/rollouts`, sent)).status;
};

export const rolloutEffects: Effects = {
  ...effectsOfBody('startRollout', seeStatus, {
    base_version: [half, { ...half, base_version: 9 }],
  }),
  ...effectsOfBody('startRollout', seeStarted, {
    version: [{ automation: orderAutomation, percent: 50 }, half],
    percent: [half, { version: 1, percent: 10 }],
    first_tasks: [
      { version: 1, first_tasks: 20 },
      { version: 1, first_tasks: 30 },
    ],
    min_tasks: [half, { ...half, min_tasks: 5 }],
    max_failure_rate_increase: [half, { ...half, max_failure_rate_increase: 0.01 }],
    comment: [half, { ...half, comment: 'Faster.' }],
  }),
};
