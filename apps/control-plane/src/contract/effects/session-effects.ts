import { orderAutomation, orderSubmission } from '../../testing/start-test-app.ts';
import { type Effect, type Effects, effectsOfBody } from './effect.ts';
import type { Scene, Sent } from './open-scene.ts';
import { seeSecretOf, submissionEffects } from './submission-effects.ts';

const { input_parameters } = orderSubmission;
const start = { url: 'https://portal.example/' };
const order = (more: object = {}) => ({ automation: orderAutomation, input_parameters, ...more });
const node = { type: 'action_node', interaction_action: { go_back: {} } };
const OF_SUBMISSION = 'submitTask body secure_parameters';
/** Stands for the recording of the scene. */
const THIS_RECORDING = 'this recording';
/** Stands for a task of the scene that has left a trace. */
const THIS_TASK = 'this task';

const open = async (scene: Scene, body: object = start) =>
  (await scene.ask('post', 'sessions', { body })).session;

/** The session and its task as the worker receives it, without ids and times. */
const seeOpened: Effect['see'] = async (scene, { body = {} }) => {
  const { recording_id: known } = await scene.saveVersions();
  const given = JSON.parse(JSON.stringify(body).replace(THIS_RECORDING, known));
  const { idle_seconds: idle, source } = await open(scene, given);
  const [lease] = await scene.claimAll();
  const {
    created_at: _at,
    recording_id: _id,
    account_id: _account,
    ...task
  } = lease?.['task'] ?? {};
  return [task, idle, source.version, 'url' in source];
};

/** Whether the worker of a session gets a trace of a task to replay. */
const seeReplay: Effect['see'] = async (scene, { body = {} }) => {
  const taskId = await scene.submit();
  await scene.ask('post', `tasks/${taskId}/cancel`);
  await scene.query(
    `INSERT INTO artifacts (id, task_id, lease_epoch, kind, filename, content_type, size, object_key, confirmed_at)
     VALUES (gen_random_uuid(), $1, 1, 'trace', 'trace.zip', 'application/zip', 1, $2, now())`,
    [taskId, `tasks/${taskId}/trace`],
  );
  await open(scene, JSON.parse(JSON.stringify(body).replace(THIS_TASK, taskId)));
  const [lease] = await scene.claimAll();
  return lease?.['task'].debug_session.replay !== undefined;
};

/**
 * The command that the worker of a session receives. The worker refuses it, which ends the request.
 */
function seeCommand(
  method: 'post' | 'patch',
  name: string,
  fields: Readonly<Record<string, readonly [object, object]>>,
): Effects {
  const see: Effect['see'] = async (scene, sent) => {
    const { session_id: id } = await open(scene);
    const [lease] = await scene.claimAll();
    const held = { task_id: id, lease_epoch: lease?.['lease_epoch'] };
    const asked = scene.send(method, `sessions/${id}/${name}`, sent);
    // supertest sends the request only once `then` is called.
    const answered = asked.then(({ status }) => status);
    const { body } = await scene.worker.report(held, 'session/commands', {
      after: 0,
      wait_seconds: 10,
    });
    const [{ number, ...command }] = body.commands;
    const answer = { number, error: { class: 'test', message: 'Over.' } };
    await scene.worker.report(held, 'session/answers', answer);
    await answered;
    return command;
  };
  return effectsOfBody(OPERATIONS[name] ?? name, see, fields);
}

const OPERATIONS: Readonly<Record<string, string>> = {
  steps: 'runSessionSteps',
  locate: 'locateInSession',
  pick: 'pickInSession',
  'recording/stop': 'stopSessionRecording',
  restart: 'restartSession',
};

/** The number of events after the one with the id 1. */
const seeEvents: Effect['see'] = async (scene, sent) => {
  const { session_id: id } = await open(scene);
  await scene.ask('delete', `sessions/${id}`);
  return (await scene.send('get', `sessions/${id}/events`, sent)).status;
};

const ofSession = ({ body }: Sent): Sent => {
  const { secure_parameters: secure } = Object(body);
  return { body: order(secure === undefined ? {} : { secure_parameters: secure }) };
};

/** A session accepts secrets in the same way as a task. */
const secretEffects: Effects = Object.fromEntries(
  Object.entries(submissionEffects)
    .filter(([field]) => field.startsWith(OF_SUBMISSION))
    .map(([field, effect]) => [
      field.replace('submitTask', 'openDebugSession'),
      {
        without: ofSession(effect.without),
        with: ofSession(effect.with),
        see: (scene, sent) => seeSecretOf(scene, () => open(scene, sent.body)),
      } satisfies Effect,
    ]),
);

export const sessionEffects: Effects = {
  ...effectsOfBody('openDebugSession', seeOpened, {
    url: [start, { url: 'https://portal.example/elsewhere' }],
    recording_id: [order(), { recording_id: THIS_RECORDING, input_parameters }],
    version: [
      { recording_id: THIS_RECORDING, input_parameters },
      { recording_id: THIS_RECORDING, input_parameters, version: 1 },
    ],
    until: [order(), order({ until: 'nodes[0]' })],
    input_parameters: [
      order({ input_parameters: { number: ['7'] } }),
      order({ input_parameters: { number: ['8'] } }),
    ],
    input_files: [start, { ...start, input_files: [{ name: 'a.pdf', content_base64: 'YQ==' }] }],
    unique_parameter_names: [order(), order({ unique_parameter_names: ['username'] })],
    use_proxy: [start, { ...start, use_proxy: true }],
    browser_settings: [start, { ...start, browser_settings: { locale: 'de-DE' } }],
    idle_seconds: [start, { ...start, idle_seconds: 30 }],
    max_minutes: [start, { ...start, max_minutes: 5 }],
  }),
  ...effectsOfBody('openDebugSession', seeReplay, {
    replay_of: [order(), order({ replay_of: THIS_TASK })],
  }),
  ...secretEffects,
  ...seeCommand('post', 'steps', {
    node: [{ node_path: 'nodes[0]' }, { node }],
    node_path: [{ until: 'nodes[1]' }, { until: 'nodes[1]', node_path: 'nodes[0]' }],
    until: [{ node_path: 'nodes[0]' }, { node_path: 'nodes[0]', until: 'nodes[1]' }],
  }),
  ...seeCommand('post', 'locate', {
    highlight: [{ command: 'text=a' }, { command: 'text=a', highlight: false }],
  }),
  ...seeCommand('post', 'pick', { timeout_seconds: [{}, { timeout_seconds: 5 }] }),
  ...seeCommand('post', 'recording/stop', { replay: [{}, { replay: false }] }),
  ...seeCommand('post', 'restart', { until: [{}, { until: 'nodes[1]' }] }),
  'listDebugSessions query state': {
    without: {},
    with: { query: { state: 'ended' } },
    async see(scene, sent) {
      await open(scene);
      return (await scene.ask('get', 'sessions', sent)).sessions.length;
    },
  },
  'createSessionStreamUrl query mode': {
    without: {},
    with: { query: { mode: 'control' } },
    async see(scene, sent) {
      const screen = { address: 'worker:5900', key: Buffer.alloc(32).toString('base64') };
      await scene.worker.enrol({ screen });
      const { session_id: id } = await open(scene);
      const [lease] = await scene.claimAll();
      await scene.worker.report({ task_id: id, lease_epoch: lease?.['lease_epoch'] }, 'start');
      return (await scene.ask('get', `sessions/${id}/stream`, sent)).mode;
    },
  },
  'streamSessionEvents query last_event_id': {
    without: {},
    with: { query: { last_event_id: '1' } },
    see: seeEvents,
  },
  'streamSessionEvents header last-event-id': {
    without: {},
    with: { header: { 'last-event-id': '1' } },
    see: seeEvents,
  },
};
