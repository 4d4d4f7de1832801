import { pollUntil } from '@errand/test-kit';
import { randomUUID } from 'node:crypto';
import { type Effect, type Effects, effectsOfBody, seeCallback } from './effect.ts';
import { RECEIVER, type Scene, type Sent } from './open-scene.ts';
import { WAIT_ID, waitingTask } from './waiting-task.ts';

async function endedTask(scene: Scene, members: object = {}): Promise<string> {
  const taskId = await scene.submit(members);
  await scene.ask('post', `tasks/${taskId}/cancel`);
  return taskId;
}

/** The states of a queued and a claimed task of `order` and a queued one of another recording. */
const seeStates: Effect['see'] = async (scene, sent) => {
  const other = { endpoint_name: 'other' };
  const { automation } = (await scene.ask('get', 'get_recordings')).recordings[0];
  await scene.ask('post', 'recordings', { body: { ...other, automation } });
  const taken = await scene.submit();
  await scene.claimAll();
  const tasks = [taken, await scene.submit(), await scene.submit(other)];
  await scene.ask('post', 'tasks/cancel', sent);
  return Promise.all(
    tasks.map(async (id) => {
      const { task } = await scene.ask('get', `tasks/${id}`);
      return [task.status, task.cancel_requested];
    }),
  );
};

const seeCallbackOf: Effect['see'] = async (scene, { body }) => {
  const task_id = await endedTask(scene);
  await scene.ask('post', 'initiate_callback', { body: { ...body, task_id } });
  return seeCallback(scene);
};
const seeDelivery: Effect['see'] = async (scene, { body }) => {
  const task_id = await endedTask(scene);
  const { status } = await scene.send('post', 'initiate_callback', { body: { ...body, task_id } });
  const { deliveries } = await scene.ask('get', `tasks/${task_id}/deliveries`);
  return [status, deliveries.length];
};

/** How many deliveries match when the only one has arrived. */
const seeRedelivered: Effect['see'] = async (scene, sent) => {
  await endedTask(scene, { task_callback_url: RECEIVER });
  await pollUntil('the callback has arrived', async () => {
    const arrived = await scene.ask('get', 'deliveries', { query: { state: STATE } });
    return arrived.deliveries.length === 1;
  });
  return (await scene.ask('post', 'deliveries/redeliver', sent)).results.length;
};

const STATE = 'delivered';
/** A cursor past the last entry. */
const OLDEST = Buffer.from(`1970-01-01T00:00:00.000Z ${randomUUID()}`).toString('base64url');
const seeTest: Effect['see'] = async (scene, sent) => {
  await scene.ask('post', 'deliveries/test', sent);
  return seeCallback(scene);
};

const login = { username: 'ann', password: 'p' };
const to = (members: object) => ({ callback_url: { url: RECEIVER, ...members } });
const task_callback_url = RECEIVER;

const OPEN = { statuses: ['queued', 'running'] };

export const otherEffects: Effects = {
  ...effectsOfBody('cancelTasks', seeStates, {
    endpoint_name: [{ statuses: ['queued'] }, { statuses: ['queued'], endpoint_name: 'other' }],
    statuses: [{ endpoint_name: 'order' }, { endpoint_name: 'order', statuses: ['queued'] }],
    recording_id: [OPEN, { ...OPEN, recording_id: randomUUID() }],
    workspace_id: [OPEN, { ...OPEN, workspace_id: randomUUID() }],
    schedule_id: [OPEN, { ...OPEN, schedule_id: randomUUID() }],
    login_queue: [OPEN, { ...OPEN, login_queue: 'f'.repeat(64) }],
    q: [OPEN, { ...OPEN, q: 'other' }],
    waiting_for_human: [OPEN, { ...OPEN, waiting_for_human: true }],
    created_after: [OPEN, { ...OPEN, created_after: '2999-01-01T00:00:00Z' }],
    created_before: [OPEN, { ...OPEN, created_before: '2000-01-01T00:00:00Z' }],
  }),
  ...effectsOfBody('triggerCallback', seeDelivery, {
    endpoint_name: [{}, { endpoint_name: 'other' }],
    callback_url: [{}, to({})],
    task_callback_url: [{}, { task_callback_url }],
  }),
  ...effectsOfBody('triggerCallback', seeCallbackOf, {
    'callback_url.api_key': [to({}), to({ api_key: 'key' })],
    'callback_url.username': [to(login), to({ ...login, username: 'eve' })],
    'callback_url.password': [to(login), to({ ...login, password: 'q' })],
    task_callback_api_key: [
      { task_callback_url },
      { task_callback_url, task_callback_api_key: 'key' },
    ],
  }),
  ...effectsOfBody('testDelivery', seeTest, {
    api_key: [{ url: RECEIVER }, { url: RECEIVER, api_key: 'key' }],
    username: [
      { url: RECEIVER, ...login },
      { url: RECEIVER, ...login, username: 'eve' },
    ],
    password: [
      { url: RECEIVER, ...login },
      { url: RECEIVER, ...login, password: 'q' },
    ],
  }),
  ...effectsOfBody('redeliverMany', seeRedelivered, {
    state: [{ url_prefix: RECEIVER }, { url_prefix: RECEIVER, state: STATE }],
    task_ids: [{ state: STATE }, { state: STATE, task_ids: ['none'] }],
    url_prefix: [{ state: STATE }, { state: STATE, url_prefix: 'mailto:' }],
    created_after: [{ state: STATE }, { state: STATE, created_after: '2999-01-01T00:00:00Z' }],
    created_before: [{ state: STATE }, { state: STATE, created_before: '2000-01-01T00:00:00Z' }],
    cursor: [{ state: STATE }, { state: STATE, cursor: OLDEST }],
  }),
  ...effectsOfBody(
    'resumeTask',
    async (scene, sent) => {
      const taskId = await waitingTask(scene);
      await scene.ask('post', `tasks/${taskId}/resume`, sent);
      const answer = { wait_id: WAIT_ID, wait_seconds: 0 };
      const lease = { task_id: taskId, lease_epoch: 1 };
      return (await scene.worker.report(lease, 'human-answer', answer)).body;
    },
    { variables: [{}, { variables: { code: ['1'] } }] },
  ),
  ...effectsOfBody(
    'createApiKey',
    async (scene, sent) => (await scene.ask('post', 'api_keys', sent)).key.expires_at,
    { expires_at: [{ name: 'a' }, { name: 'a', expires_at: '2999-01-01T00:00:00Z' }] },
  ),
  ...effectsOfBody(
    'createApiKey',
    async (scene, sent) => (await scene.ask('post', 'api_keys', sent)).key.scopes,
    { scopes: [{ name: 'a' }, { name: 'a', scopes: ['read'] }] },
  ),
  ...effectsOfBody(
    'rotateSigningSecret',
    async (scene, sent) => {
      await scene.ask('get', 'signing_secrets');
      return (await scene.ask('post', 'signing_secrets/rotate', sent)).signing_secrets.length;
    },
    { overlap_hours: [{}, { overlap_hours: 0 }] },
  ),
  'createStreamUrl query mode': {
    without: {},
    with: { query: { mode: 'control' } },
    async see(scene, sent) {
      const task_id = await scene.submit();
      const screen = { address: 'worker:5900', key: Buffer.alloc(32).toString('base64') };
      await scene.worker.enrol({ screen });
      const [lease] = await scene.claimAll();
      await scene.worker.report({ task_id, lease_epoch: lease?.['lease_epoch'] }, 'start');
      // The task does not wait for a person.
      return (await scene.send('get', `tasks/${task_id}/stream`, sent)).status;
    },
  },
  'streamAccountEvents query kinds': {
    without: {},
    with: { query: { kinds: 'delivery' } },
    see: (scene, { query }) =>
      seeAccountEvents(scene, (id) => ({ query: { ...query, last_event_id: id } })),
  },
  'streamAccountEvents query last_event_id': {
    without: {},
    with: { query: { last_event_id: 'of the present' } },
    see: (scene, { query }) =>
      seeAccountEvents(scene, (id) => (query ? { query: { last_event_id: id } } : {})),
  },
  'streamAccountEvents header last-event-id': {
    without: {},
    with: { header: { 'last-event-id': 'of the present' } },
    see: (scene, { header }) =>
      seeAccountEvents(scene, (id) => (header ? { header: { 'last-event-id': id } } : {})),
  },
  'streamTaskEvents query last_event_id': {
    without: {},
    with: { query: { last_event_id: 'of the first event' } },
    see: (scene, { query = {} }) =>
      countEvents(scene, (id) =>
        'last_event_id' in query ? { query: { last_event_id: id } } : {},
      ),
  },
  'streamTaskEvents header last-event-id': {
    without: {},
    with: { header: { 'last-event-id': 'of the first event' } },
    see: (scene, { header = {} }) =>
      countEvents(scene, (id) =>
        'last-event-id' in header ? { header: { 'last-event-id': id } } : {},
      ),
  },
};

/** Counts the events of an ended task in a response; `sent` is given the id of the first event. */
async function countEvents(
  scene: Scene,
  sent: (firstId: string) => Sent,
): Promise<number | undefined> {
  const path = `tasks/${await endedTask(scene)}/events`;
  const { text } = await scene.send('get', path);
  const first = /^id: ?(.+)$/m.exec(text)?.[1] ?? '';
  const answer = await scene.send('get', path, sent(first));
  return answer.text.match(/^event:/gm)?.length;
}

/** The names of the account's events about a task; `sent` is given a position before them. */
async function seeAccountEvents(
  scene: Scene,
  sent: (id: string) => Sent,
): Promise<readonly string[] | null> {
  const { text } = await scene.send('get', 'events');
  await endedTask(scene);
  const answer = await scene.send('get', 'events', sent(/^id: ?(.+)$/m.exec(text)?.[1] ?? ''));
  return answer.text.match(/^event:.*/gm);
}
