import { deskAutomation, orderSubmission } from '../../testing/start-test-app.ts';
import { amazonKey as key, amazonPlace, onePasswordPlace } from '../../testing/start-vaults.ts';
import { RECEIVER, type Scene } from './open-scene.ts';
import { type Effect, type Effects, effectsOfBody, seeCallback } from './effect.ts';

const order = (members: object) => ({ ...orderSubmission, ...members });
const secret = (parameter: object) => order({ secure_parameters: { code: [parameter] } });
const seed = { totp_secret: 'JBSWY3DPEHPK3PXP' };
const asTotp = { type: 'totp_secret', digits: 6 };
const onepassword = (more: object = {}) =>
  secret({ onepassword: { ...onePasswordPlace, ...more } });
const amazon = (more: object = {}) =>
  secret({ amazon_secrets_manager: { ...amazonPlace, ...more } });
const totp = (more: object = {}) => secret({ totp: { ...seed, ...more } });
const elsewhere = { allowed_origins: ['https://elsewhere.example'] };
const desk = order({ endpoint_name: 'desk' });
const desktop = (more: object = {}) => ({ ...desk, rdp_parameter: { host: 'desk', ...more } });

/** The task as the worker receives it. */
const seeLease: Effect['see'] = async (scene, sent) => {
  await scene.ask('post', 'inference', sent);
  const [lease] = await scene.claimAll();
  const {
    automation,
    created_at: _,
    recording_id: _id,
    account_id: _account,
    ...task
  } = lease?.['task'] ?? {};
  return [task, automation?.nodes?.length, lease?.['session'] !== null];
};

/** A task on a remote desktop, as the worker receives it. */
const seeDesk: Effect['see'] = async (scene, sent) => {
  const body = { endpoint_name: 'desk', description: 'desk', automation: deskAutomation };
  await scene.ask('post', 'update_example', { body });
  return seeLease(scene, sent);
};

/** Whether the worker gets the task's secret, its length, and whether it is a code that expires. */
const seeSecret: Effect['see'] = (scene, sent) =>
  seeSecretOf(scene, () => scene.ask('post', 'inference', sent));

/** What the worker gets for the secret of the task that `submit` creates. */
export async function seeSecretOf(scene: Scene, submit: () => Promise<unknown>): Promise<unknown> {
  await submit();
  const [lease] = await scene.claimAll();
  const held = { task_id: lease?.['task_id'], lease_epoch: lease?.['lease_epoch'] };
  const wanted = { name: 'code', index: 0, origin: 'https://portal.example' };
  const { status, body } = await scene.worker.report(held, 'secrets', wanted);
  return [status, body.value?.length, body.expires_at === null];
}

/** How many of three tasks with the same login can run concurrently. */
const seeRunning: Effect['see'] = async (scene, sent) => {
  for (let count = 0; count < 3; count += 1) await scene.ask('post', 'inference', sent);
  return (await scene.claimAll()).length;
};

/** Whether this task runs before another task of the same login with priority 0. */
const seeOrder: Effect['see'] = async (scene, sent) => {
  await scene.submit({ unique_parameter_names: ['username'], priority: 0 });
  const { task_id: taskId } = await scene.ask('post', 'inference', sent);
  const [first] = await scene.claimAll();
  return first?.['task_id'] === taskId;
};

const login = { unique_parameter_names: ['username'] };

const seeCallbackOfTask: Effect['see'] = async (scene, sent) => {
  const { task_id: taskId } = await scene.ask('post', 'inference', sent);
  await scene.ask('post', `tasks/${taskId}/cancel`);
  return seeCallback(scene);
};

const seeDeliveries: Effect['see'] = async (scene, sent) => {
  const { task_id: taskId } = await scene.ask('post', 'inference', sent);
  await scene.ask('post', `tasks/${taskId}/cancel`);
  const { deliveries } = await scene.ask('get', `tasks/${taskId}/deliveries`);
  return deliveries.map((delivery: { url: string }) => delivery.url);
};

const goal = { end_point: 'order', goal: 'Order seven.' };

export const submissionEffects: Effects = {
  ...effectsOfBody('submitTask', seeLease, {
    unique_parameter_names: [order({}), order(login)],
    max_timeout_in_minutes: [order({}), order({ max_timeout_in_minutes: 3 })],
    use_proxy: [order({}), order({ use_proxy: true })],
    is_dedicated: [order({}), order({ is_dedicated: true })],
    trace: [order({}), order({ trace: 'replayable' })],
    input_files: [order({}), order({ input_files: [{ name: 'a.pdf', content_base64: 'YQ==' }] })],
    params: [goal, { ...goal, params: { amount: 7 } }],
  }),
  ...effectsOfBody('submitTask', seeDesk, {
    rdp_parameter: [desk, desktop()],
    'rdp_parameter.username': [desktop(), desktop({ username: 'ann' })],
    'rdp_parameter.password': [desktop(), desktop({ password: 'p' })],
  }),
  ...effectsOfBody('submitTask', seeSecret, {
    secure_parameters: [order({}), onepassword()],
    'secure_parameters.*[].onepassword': [totp(), onepassword()],
    'secure_parameters.*[].onepassword.type': [onepassword(), onepassword(asTotp)],
    'secure_parameters.*[].onepassword.digits': [
      onepassword(asTotp),
      onepassword({ ...asTotp, digits: 8 }),
    ],
    'secure_parameters.*[].onepassword.allowed_origins': [onepassword(), onepassword(elsewhere)],
    'secure_parameters.*[].amazon_secrets_manager': [totp(), amazon()],
    'secure_parameters.*[].amazon_secrets_manager.key': [amazon(), amazon({ key })],
    'secure_parameters.*[].amazon_secrets_manager.type': [
      amazon({ key }),
      amazon({ key, ...asTotp }),
    ],
    'secure_parameters.*[].amazon_secrets_manager.digits': [
      amazon({ key, ...asTotp }),
      amazon({ key, ...asTotp, digits: 8 }),
    ],
    'secure_parameters.*[].amazon_secrets_manager.allowed_origins': [amazon(), amazon(elsewhere)],
    'secure_parameters.*[].totp': [onepassword(), totp()],
    'secure_parameters.*[].totp.digits': [totp(), totp({ digits: 8 })],
    'secure_parameters.*[].totp.allowed_origins': [totp(), totp(elsewhere)],
  }),
  ...effectsOfBody('submitTask', seeRunning, {
    max_parallelism: [order({}), order({ max_parallelism: 2 })],
    per_login_parallelism: [order(login), order({ ...login, per_login_parallelism: 2 })],
  }),
  ...effectsOfBody('submitTask', seeOrder, {
    priority: [order(login), order({ ...login, priority: -1 })],
  }),
  ...effectsOfBody('submitTask', seeDeliveries, {
    task_callback_url: [order({}), order({ task_callback_url: RECEIVER })],
  }),
  ...effectsOfBody('submitTask', seeCallbackOfTask, {
    task_callback_api_key: [
      order({ task_callback_url: RECEIVER }),
      order({ task_callback_url: RECEIVER, task_callback_api_key: 'key' }),
    ],
  }),
  'submitTask header idempotency-key': {
    without: { body: orderSubmission },
    with: { body: orderSubmission, header: { 'idempotency-key': 'once' } },
    async see(scene, sent) {
      const first = await scene.ask('post', 'inference', sent);
      const second = await scene.ask('post', 'inference', sent);
      return first.task_id === second.task_id;
    },
  },
  'submitTasks header idempotency-key': {
    without: { body: { tasks: [orderSubmission] } },
    with: { body: { tasks: [orderSubmission] }, header: { 'idempotency-key': 'once' } },
    async see(scene, sent) {
      const first = await scene.ask('post', 'tasks/batch', sent);
      const second = await scene.ask('post', 'tasks/batch', sent);
      return first.results[0].task_id === second.results[0].task_id;
    },
  },
  'submitTasks body item_keys': {
    without: { body: { tasks: [orderSubmission] } },
    with: { body: { tasks: [orderSubmission], item_keys: ['one'] } },
    async see(scene, sent) {
      const header = { 'idempotency-key': 'items' };
      const body = { tasks: [orderSubmission], item_keys: ['one'] };
      const first = await scene.ask('post', 'tasks/batch', { body, header });
      const second = await scene.ask('post', 'tasks/batch', { ...sent, header });
      return first.results[0].task_id === second.results[0].task_id;
    },
  },
  ...effectsOfTrace('submitTasks', async (scene, header) => {
    await scene.ask('post', 'tasks/batch', { body: { tasks: [orderSubmission] }, header });
  }),
  ...effectsOfTrace('submitTask', async (scene, header) => {
    await scene.ask('post', 'inference', { body: orderSubmission, header });
  }),
  'submitTask header x-inference-target': {
    without: { body: orderSubmission },
    with: { body: orderSubmission, header: { 'x-inference-target': 'local' } },
    see: async (scene, sent) => (await scene.ask('post', 'inference', sent)).task?.status,
  },
  'submitTask header x-local-server-id': {
    without: { body: orderSubmission, header: { 'x-inference-target': 'local' } },
    with: {
      body: orderSubmission,
      header: { 'x-inference-target': 'local', 'x-local-server-id': 'desk-4' },
    },
    async see(scene, sent) {
      const { lease } = await scene.ask('post', 'inference', sent);
      return String(lease.worker_id).endsWith('.desk-4');
    },
  },
};

/** The trace that the worker of a new task continues. */
export function effectsOfTrace(
  operationId: string,
  create: (scene: Scene, header: Readonly<Record<string, string>>) => Promise<void>,
): Effects {
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  const see: Effect['see'] = async (scene, { header = {} }) => {
    await create(scene, header);
    const [lease] = await scene.claimAll();
    return lease?.['trace'];
  };
  return {
    [`${operationId} header traceparent`]: { without: {}, with: { header: { traceparent } }, see },
    [`${operationId} header tracestate`]: {
      without: { header: { traceparent } },
      with: { header: { traceparent, tracestate: 'congo=t61rcWkgMzE' } },
      see,
    },
  };
}
