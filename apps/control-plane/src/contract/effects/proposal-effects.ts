import { type Effect, type Effects, effectsOfBody, effectsOfQuery } from './effect.ts';
import type { Scene } from './open-scene.ts';

const BEST = 'get_by_text("Save")';
const OTHER = 'locator("#save")';

/** Returns the paths of a recording and of a proposal for it. */
async function propose(scene: Scene): Promise<readonly [recording: string, proposal: string]> {
  await scene.submit();
  const [lease] = await scene.claimAll();
  const held = { task_id: '', lease_epoch: 0, ...lease };
  const [{ recording_id: id }] = (await scene.ask('get', 'get_recordings')).recordings;
  const path = `recordings/${id}`;
  const { recording } = await scene.ask('get', path);
  const { command: failed_command } = recording.automation.nodes[0].interaction_action.input_text;
  const candidates = [BEST, OTHER].map((command) => ({ command, kind: 'text', score: 38 }));
  const healed_locator = {
    failed_command,
    command: BEST,
    candidates,
    page_url: 'https://a.example/',
  };
  const place = { sequence: 0, node_path: 'nodes[0]', kind: 'input_text', outcome: 'done' };
  const step = { ...place, started_at: new Date().toISOString(), duration_ms: 1, healed_locator };
  await scene.worker.report(held, 'steps', { steps: [step] });
  const { proposals } = await scene.ask('get', `${path}/locator_proposals`);
  return [path, `${path}/locator_proposals/${proposals[0].proposal_id}`];
}

/** The changed node and the comment of the version that an accepted proposal creates. */
const seeAccepted: Effect['see'] = async (scene, sent) => {
  const [path, proposal] = await propose(scene);
  await scene.ask('post', `${proposal}/accept`, sent);
  const { versions } = await scene.ask('get', `${path}/versions`);
  const { recording: changed } = await scene.ask('get', path);
  return [changed.automation.nodes[0], versions[0].comment];
};

const base = { base_version: 1 };

export const proposalEffects: Effects = {
  ...effectsOfBody('acceptLocatorProposal', seeAccepted, {
    command: [base, { ...base, command: OTHER }],
    comment: [base, { ...base, comment: 'Stable.' }],
  }),
  ...effectsOfQuery(
    'getLocatorProposal',
    async (scene, sent) => {
      const [, proposal] = await propose(scene);
      return (await scene.ask('get', proposal, sent)).change.after;
    },
    { command: OTHER },
  ),
};
