import { onePasswordPlace } from '../../testing/start-vaults.ts';
import { type Effect, type Effects, effectsOfBody, seeCallback } from './effect.ts';
import { RECEIVER, type Scene } from './open-scene.ts';
import { effectsOfTrace } from './submission-effects.ts';

async function cancelledTask(scene: Scene, members: object = {}): Promise<string> {
  const taskId = await scene.submit(members);
  await scene.ask('post', `tasks/${taskId}/cancel`);
  return taskId;
}

/** The retry as the worker receives it. */
const seeRetry: Effect['see'] = async (scene, sent) => {
  await scene.ask('post', `tasks/${await cancelledTask(scene)}/retry`, sent);
  const [lease] = await scene.claimAll();
  const {
    automation: _,
    created_at: _at,
    recording_id: _id,
    account_id: _account,
    ...task
  } = lease?.['task'] ?? {};
  return task;
};

/** Whether the retry runs before another task of its login with priority 0. */
const seeOrder: Effect['see'] = async (scene, sent) => {
  const login = { unique_parameter_names: ['username'] };
  const old = await cancelledTask(scene, login);
  await scene.submit({ ...login, priority: 0 });
  const { task_id: taskId } = await scene.ask('post', `tasks/${old}/retry`, sent);
  const [first] = await scene.claimAll();
  return first?.['task_id'] === taskId;
};

/** The version that the retry runs. */
const seeVersion: Effect['see'] = async (scene, sent) => {
  const [{ automation }] = (await scene.ask('get', 'get_recordings')).recordings;
  await scene.ask('post', 'update_example', { body: { endpoint_name: 'order', automation } });
  const path = `tasks/${await cancelledTask(scene)}/retry`;
  const { task_id: taskId } = await scene.ask('post', path, sent);
  return (await scene.ask('get', `tasks/${taskId}`)).task.recording_version;
};

const seeDeliveries: Effect['see'] = async (scene, sent) => {
  const path = `tasks/${await cancelledTask(scene)}/retry`;
  const { task_id: taskId } = await scene.ask('post', path, sent);
  await scene.ask('post', `tasks/${taskId}/cancel`);
  const { deliveries } = await scene.ask('get', `tasks/${taskId}/deliveries`);
  return deliveries.map(({ url }: { url: string }) => url);
};

const seeCallbackOfRetry: Effect['see'] = async (scene, sent) => {
  const path = `tasks/${await cancelledTask(scene)}/retry`;
  const { task_id: taskId } = await scene.ask('post', path, sent);
  await scene.ask('post', `tasks/${taskId}/cancel`);
  return seeCallback(scene);
};

/** How many of a failed task and two cancelled tasks of different endpoints are retried. */
const seeRetried: Effect['see'] = async (scene, sent) => {
  const { automation } = (await scene.ask('get', 'get_recordings')).recordings[0];
  await scene.ask('post', 'recordings', { body: { endpoint_name: 'other', automation } });
  await scene.submit();
  const [lease] = await scene.claimAll();
  const held = { task_id: lease?.['task_id'], lease_epoch: lease?.['lease_epoch'] };
  const error = { class: 'locator_not_found', message: 'Nothing.', retry: 'never' };
  await scene.worker.report(held, 'fail', { error, output_data: [], for_loop_status: [] });
  await cancelledTask(scene);
  await cancelledTask(scene, { endpoint_name: 'other' });
  return (await scene.ask('post', 'tasks/retry', sent)).retried_count;
};

/** Where the retry of a task that failed at a resumable node starts. */
const seeStart: Effect['see'] = async (scene, sent) => {
  const { automation } = (await scene.ask('get', 'get_recordings')).recordings[0];
  const nodes = [{ ...automation.nodes[0], resumable: true }];
  const body = { endpoint_name: 'continued', automation: { ...automation, nodes } };
  await scene.ask('post', 'recordings', { body });
  const taskId = await scene.submit({ endpoint_name: 'continued' });
  const [lease] = await scene.claimAll();
  const held = { task_id: taskId, lease_epoch: lease?.['lease_epoch'] };
  const error = { class: 'timeout', message: 'Late.', retry: 'never', node_path: 'nodes[0]' };
  const checkpoint = {
    node_path: 'nodes[0]',
    page_url: 'https://portal.example/form',
    variables: { total: [7] },
    lost_variables: [],
    output_count: 0,
  };
  const ended = { error, output_data: [], for_loop_status: [], checkpoints: [checkpoint] };
  await scene.worker.report(held, 'fail', ended);
  await scene.ask('post', `tasks/${taskId}/retry`, sent);
  const [retried] = await scene.claimAll();
  return retried?.['task'].start;
};

const task_callback_url = RECEIVER;
const statuses = ['failed', 'cancelled'];
const cursor = Buffer.from(
  '1970-01-01T00:00:00.000Z 01890000-0000-7000-8000-000000000000',
).toString('base64url');
const all = { statuses };

export const retryEffects: Effects = {
  ...effectsOfBody('retryTask', seeRetry, {
    input_parameters: [{}, { input_parameters: { number: ['8'] } }],
    secure_parameters: [
      {},
      { secure_parameters: { code: [1, 2].map(() => ({ onepassword: onePasswordPlace })) } },
    ],
    max_timeout_in_minutes: [{}, { max_timeout_in_minutes: 3 }],
    trace: [{}, { trace: 'all' }],
  }),
  ...effectsOfBody('retryTask', seeStart, { from: [{}, { from: 'failed_node' }] }),
  ...effectsOfBody('retryTask', seeVersion, { version: [{}, { version: 1 }] }),
  ...effectsOfBody('retryTask', seeOrder, { priority: [{}, { priority: -1 }] }),
  ...effectsOfBody('retryTask', seeDeliveries, { task_callback_url: [{}, { task_callback_url }] }),
  ...effectsOfBody('retryTask', seeCallbackOfRetry, {
    task_callback_api_key: [
      { task_callback_url },
      { task_callback_url, task_callback_api_key: 'key' },
    ],
  }),
  'retryTask header idempotency-key': {
    without: {},
    with: { header: { 'idempotency-key': 'once' } },
    async see(scene, sent) {
      const path = `tasks/${await cancelledTask(scene)}/retry`;
      const first = await scene.ask('post', path, sent);
      const second = await scene.ask('post', path, sent);
      return first.task_id === second.task_id;
    },
  },
  ...effectsOfTrace('retryTask', async (scene, header) => {
    await scene.ask('post', `tasks/${await cancelledTask(scene)}/retry`, { header });
  }),
  ...effectsOfTrace('retryTasks', async (scene, header) => {
    const body = { task_ids: [await cancelledTask(scene)] };
    await scene.ask('post', 'tasks/retry', { body, header });
  }),
  ...effectsOfBody('retryTasks', seeRetried, {
    endpoint_name: [all, { ...all, endpoint_name: 'other' }],
    recording_id: [all, { ...all, recording_id: '01890000-0000-7000-8000-000000000000' }],
    error_class: [all, { ...all, error_class: 'locator_not_found' }],
    workspace_id: [all, { ...all, workspace_id: '01890000-0000-7000-8000-000000000000' }],
    schedule_id: [all, { ...all, schedule_id: '01890000-0000-7000-8000-000000000000' }],
    login_queue: [all, { ...all, login_queue: 'f'.repeat(64) }],
    q: [all, { ...all, q: 'other' }],
    completed_after: [all, { ...all, completed_after: '2999-01-01T00:00:00Z' }],
    completed_before: [all, { ...all, completed_before: '2000-01-01T00:00:00Z' }],
    created_after: [all, { ...all, created_after: '2999-01-01T00:00:00Z' }],
    created_before: [all, { ...all, created_before: '2000-01-01T00:00:00Z' }],
    changes: [all, { ...all, changes: { input_parameters: { unknown: [] } } }],
    cursor: [all, { ...all, cursor }],
  }),
};
