import { orderAutomation, orderSubmission } from '../../testing/start-test-app.ts';
import { type Effect, type Effects, effectsOfQuery } from './effect.ts';
import { waitingTask } from './waiting-task.ts';
import type { Scene } from './open-scene.ts';

type Pages = readonly [path: string, list: string, name: string];

/** The names on a page, and whether there is a next page. */
async function seePage(
  scene: Scene,
  [path, list, name]: Pages,
  query: Readonly<Record<string, string | number | boolean>>,
): Promise<unknown> {
  const page = await scene.ask('get', path, { query });
  return [
    page[list].map((entry: Readonly<Record<string, unknown>>) => entry[name]),
    page.next_cursor !== null,
  ];
}

/**
 * For a list of at least three entries created by `prepare`; the cursor starts after the first one.
 */
export function effectsOfPages(
  operationId: string,
  written: Pages | ((scene: Scene) => Promise<Pages>),
  prepare: (scene: Scene) => Promise<unknown>,
): Effects {
  const see: Effect['see'] = async (scene, { query = {} }) => {
    await prepare(scene);
    const pages = typeof written === 'function' ? await written(scene) : written;
    const [path] = pages;
    if (!('cursor' in query)) return seePage(scene, pages, query);
    const { next_cursor: cursor } = await scene.ask('get', path, { query: { limit: 1 } });
    return seePage(scene, pages, { cursor });
  };
  return effectsOfQuery(operationId, see, { limit: 2, cursor: 'of the first page' });
}

async function addRecordings(scene: Scene): Promise<void> {
  for (const endpoint_name of ['export', 'import', 'market']) {
    const is_marketplace = endpoint_name === 'market';
    const body = { endpoint_name, automation: orderAutomation, is_marketplace };
    await scene.ask('post', 'recordings', { body });
  }
}

async function addTasks(scene: Scene): Promise<void> {
  await addRecordings(scene);
  await scene.ask('post', `tasks/${await scene.submit()}/cancel`);
  await scene.submit();
  await scene.submit({ endpoint_name: 'export' });
}

async function addVersions(scene: Scene): Promise<void> {
  const body = { endpoint_name: 'order', automation: orderAutomation };
  for (let count = 0; count < 2; count += 1) await scene.ask('post', 'update_example', { body });
}

const addEach =
  (path: string) =>
  async (scene: Scene): Promise<void> => {
    for (const name of ['a', 'b', 'c']) await scene.ask('post', path, { body: { name } });
  };

async function addIntegrations(scene: Scene): Promise<void> {
  for (const name of ['a', 'b', 'c']) {
    const mailbox = { email_address: `${name}@acme.example`, host: 'acme.example', password: 'p' };
    await scene.ask('post', 'integrations', { body: { name, mailbox } });
  }
}

async function addProposals(scene: Scene): Promise<void> {
  await scene.submit();
  const [lease] = await scene.claimAll();
  const { task_id, lease_epoch } = { task_id: '', lease_epoch: 0, ...lease };
  const steps = ['a', 'b', 'c'].map((command, sequence) => {
    const candidates = [{ command, kind: 'text', score: 38 }];
    const healed_locator = { command, candidates, page_url: 'https://portal.example/' };
    const place = { sequence, node_path: 'nodes[0]', kind: 'click_element', outcome: 'done' };
    return { ...place, started_at: new Date().toISOString(), duration_ms: 1, healed_locator };
  });
  await scene.worker.report({ task_id, lease_epoch }, 'steps', { steps });
}

const stepsOf = async (scene: Scene): Promise<Pages> => {
  for (const { task_id: id } of (await scene.ask('get', 'tasks')).tasks) {
    const path = `tasks/${id}/steps`;
    if ((await scene.ask('get', path)).steps.length > 0) return [path, 'steps', 'sequence'];
  }
  throw new Error('No task has steps.');
};

const proposalsOf = async (scene: Scene): Promise<Pages> => {
  const [{ recording_id: id }] = (await scene.ask('get', 'get_recordings')).recordings;
  return [`recordings/${id}/locator_proposals`, 'proposals', 'command'];
};

/** The path contains the recording's id. */
const versionsOf = async (scene: Scene): Promise<Pages> => {
  const [{ recording_id: id }] = (await scene.ask('get', 'get_recordings')).recordings;
  return [`recordings/${id}/versions`, 'versions', 'version'];
};

async function addDeliveries(scene: Scene): Promise<void> {
  const task_id = await scene.submit();
  await scene.ask('post', `tasks/${task_id}/cancel`);
  for (const name of ['a', 'b', 'c']) {
    const task_callback_url = `https://erp.invalid/${name}`;
    await scene.ask('post', 'initiate_callback', { body: { task_id, task_callback_url } });
  }
}

const deliveries: Pages = ['deliveries', 'deliveries', 'url'];
const tasks: Pages = ['tasks', 'tasks', 'endpoint_name'];
const recordings: Pages = ['get_recordings', 'recordings', 'endpoint_name'];

export const listEffects: Effects = {
  ...effectsOfPages('listTasks', tasks, addTasks),
  ...effectsOfQuery(
    'listTasks',
    async (scene, { query = {} }) => {
      await addTasks(scene);
      return seePage(scene, tasks, query);
    },
    {
      status: 'cancelled',
      endpoint_name: 'export',
      recording_id: '00000000-0000-4000-8000-000000000000',
      error_class: 'not_actionable',
      schedule_id: '00000000-0000-4000-8000-000000000000',
      login_queue: 'f'.repeat(64),
      created_after: '2999-01-01T00:00:00Z',
      created_before: '2000-01-01T00:00:00Z',
      completed_after: '2999-01-01T00:00:00Z',
      completed_before: '2000-01-01T00:00:00Z',
      workspace_id: '00000000-0000-4000-8000-000000000000',
      q: 'export',
      sort: 'completed',
      order: 'asc',
    },
  ),
  ...effectsOfQuery(
    'listTasks',
    async (scene, { query = {} }) => {
      const waiting = await waitingTask(scene);
      await scene.submit();
      const { tasks: listed } = await scene.ask('get', 'tasks', { query });
      return listed.map((task: { task_id: string }) => task.task_id === waiting);
    },
    { waiting_for_human: true },
  ),
  ...effectsOfQuery(
    'listLoginQueues',
    async (scene, { query = {} }) => {
      for (const username of ['ann', 'bob']) {
        const input_parameters = { ...orderSubmission.input_parameters, username: [username] };
        await scene.submit({ input_parameters, unique_parameter_names: ['username'] });
      }
      const { login_queues: listed, has_more } = await scene.ask('get', 'login_queues', { query });
      return [listed.length, has_more];
    },
    { limit: 1 },
  ),
  ...effectsOfQuery(
    'getStatistics',
    async (scene, { query = {} }) => {
      await scene.ask('post', `tasks/${await scene.submit()}/cancel`);
      const { status, body } = await scene.send('get', 'statistics', { query });
      return [status, body.buckets?.length, body.total?.tasks, body.groups?.length];
    },
    {
      from: '2999-01-01T00:00:00Z',
      to: '2020-01-01T00:00:00Z',
      bucket: 'day',
      group_by: 'status',
    },
  ),
  ...effectsOfPages('listAllDeliveries', deliveries, addDeliveries),
  ...effectsOfQuery(
    'listAllDeliveries',
    async (scene, { query = {} }) => {
      await addDeliveries(scene);
      return seePage(scene, deliveries, query);
    },
    {
      state: 'failed',
      task_id: '00000000-0000-4000-8000-000000000000',
      url_prefix: 'https://erp.invalid/a',
      created_after: '2999-01-01T00:00:00Z',
      created_before: '2000-01-01T00:00:00Z',
    },
  ),
  ...effectsOfPages('listRecordings', recordings, addRecordings),
  ...effectsOfQuery(
    'listRecordings',
    async (scene, { query = {} }) => {
      await addRecordings(scene);
      const { status, body } = await scene.send('get', 'get_recordings', { query });
      return [status, body.recordings?.length];
    },
    {
      workspace_id: '00000000-0000-4000-8000-000000000000',
      endpoint_name: '^im',
      include_marketplace: true,
    },
  ),
  ...effectsOfQuery(
    'listRecordings',
    async (scene, { query = {} }) => {
      const { recordings: listed } = await scene.ask('get', 'get_recordings', { query });
      return Object.keys(listed[0]);
    },
    { fields: 'summary' },
  ),
  ...effectsOfPages('listWorkspaces', ['workspaces', 'workspaces', 'name'], addEach('workspaces')),
  ...effectsOfPages('listIntegrations', ['integrations', 'integrations', 'name'], addIntegrations),
  ...effectsOfPages('listApiKeys', ['api_keys', 'keys', 'name'], addEach('api_keys')),
  ...effectsOfPages('listRecordingVersions', versionsOf, addVersions),
  ...effectsOfPages('listLocatorProposals', proposalsOf, addProposals),
  ...effectsOfPages('listTaskSteps', stepsOf, addProposals),
};
