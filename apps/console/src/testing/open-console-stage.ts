import { openFleet, type Fleet } from '@errand/task-runner/testing';
import { openBrowser, pollUntil, type TestBrowser } from '@errand/test-kit';
import { ensureBundle } from '../bundle/ensure-bundle.ts';
import { openTab, type ConsoleTab } from './open-tab.ts';

/** The maximum that the API accepts in one batch. */
const BATCH = 1_000;
/** More iterations than fit in a window. */
const LOOPS = 60;

/**
 * A control plane with its console, a worker, a browser, and an account that has some of
 * everything. Unless the caller passes a database, it needs the database server of a test run.
 */
export interface ConsoleStage extends AsyncDisposable {
  readonly tab: ConsoleTab;
  readonly browser: TestBrowser;
  readonly fleet: Fleet;
  readonly apiKey: string;
  readonly tasks: Readonly<Record<'loop' | 'failed' | 'person' | 'queued', string>>;
  /** Has two versions. */
  readonly recordingId: string;
  readonly scheduleId: string;
  /** Submits a task of the recording `later`, which no worker takes. */
  readonly submitLater: () => Promise<string>;
  readonly addTasks: (count: number) => Promise<void>;
}

export async function openConsoleStage(
  options: { readonly databaseUrl?: string } = {},
): Promise<ConsoleStage> {
  await ensureBundle();
  await using owned = new AsyncDisposableStack();
  const fleet = owned.use(await openFleet({}, options));
  owned.use(await fleet.startWorker({ WORKER_SLOTS: '1' }));
  const call = createCall(fleet);
  await call('POST', '/api/v1/workspaces', { name: 'Suppliers' });
  const tasks = await runTasks(fleet, call);
  const { recordings } = await call<{ recordings: { recording_id: string }[] }>(
    'GET',
    '/api/v1/get_recordings?endpoint_name=broken',
  );
  const recordingId = recordings[0]?.recording_id ?? '';
  const { schedule } = await call<{ schedule: { schedule_id: string } }>(
    'POST',
    '/api/v1/schedules',
    {
      name: 'Nightly',
      cron: '30 2 * * *',
      task: { endpoint_name: 'broken', input_parameters: { login: ['ann'] } },
    },
  );
  await call('POST', '/api/v1/integrations', {
    name: 'Codes by mail',
    mailbox: { email_address: 'codes@supplier.example', host: 'mail.example', password: 'x' },
  });
  const browser = owned.use(await openBrowser());
  const tab = owned.use(await openTab(browser, fleet.controlPlane.url));
  const resources = owned.move();
  const later = { endpoint_name: 'later', input_parameters: { login: ['cleo'] } };
  return {
    tab,
    browser,
    fleet,
    tasks,
    apiKey: fleet.controlPlane.apiKey,
    recordingId,
    scheduleId: schedule.schedule_id,
    submitLater: () => fleet.submit(later.endpoint_name, later.input_parameters),
    async addTasks(count) {
      for (let added = 0; added < count; added += BATCH) {
        const batch = Array.from({ length: Math.min(BATCH, count - added) }, () => later);
        await call('POST', '/api/v1/tasks/batch', { tasks: batch });
      }
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

type Call = <Answer>(method: 'GET' | 'POST', path: string, body?: unknown) => Promise<Answer>;

function createCall({ controlPlane }: Fleet): Call {
  return async <Answer>(method: 'GET' | 'POST', path: string, body?: unknown) => {
    const answer = await controlPlane.call(method, path, body);
    if (answer.status >= 300) throw new Error(JSON.stringify(answer));
    return answer.body as Answer;
  };
}

const click = (command: string) => ({
  type: 'action_node',
  end_sleep_time: 0,
  interaction_action: { max_tries: 1, click_element: { command } },
});

const set = (name: string, expression: string) => ({
  type: 'action_node',
  end_sleep_time: 0,
  misc_action: { set_variable: { name, expression, output_variable_name: name } },
});

/**
 * One task of each kind that the pages show. The last running one occupies the worker's only slot.
 */
async function runTasks(fleet: Fleet, call: Call): Promise<ConsoleStage['tasks']> {
  const save = async (name: string, nodes: readonly object[], more: object = {}) => {
    const inputs = {
      input_parameters: { login: [] as string[], ...more },
      generated_parameters: {},
    };
    await call('POST', '/api/v1/update_example', {
      endpoint_name: name,
      description: `Shows what the console does with “${name}”.`,
      comment: `First version of ${name}.`,
      automation: { url: `${fleet.site.url}/`, parameters: inputs, nodes },
    });
  };
  const each = {
    type: 'for_loop_node',
    variable_name: 'orders',
    nodes: [set('order', "'{orders[index]}'")],
  };
  await save('loop', [set('began', "'now'"), each, set('ended', "'now'")], { orders: [] });
  const missing = click('get_by_role("link", name="No such link")');
  await save('broken', [click('get_by_role("link", name="Nobody")')]);
  await save('broken', [set('began', "'now'"), { ...missing, resumable: true }]);
  await save('person', [{ type: 'action_node', human_in_loop_action: { max_wait_time: 600 } }]);
  for (const name of ['waits', 'later']) await save(name, [set('began', "'now'")]);
  const login = { login: ['ann'] };
  const callback = { task_callback_url: `${fleet.site.url}/no-such-receiver` };
  const orders = Array.from({ length: LOOPS }, (_none, index) => `HS-${index + 1}`);
  const file = { name: 'orders.csv', content_base64: 'SFMtMQo=' };
  const loop = await fleet.submit(
    'loop',
    { ...login, orders },
    { ...callback, input_files: [file] },
  );
  const failed = await fleet.submit('broken', login, callback);
  for (const id of [loop, failed]) await fleet.untilEnded(id);
  const person = await fleet.submit('person', login, { unique_parameter_names: ['login'] });
  await pollUntil(
    'a person is needed',
    async () => (await fleet.detailOf(person)).waiting_for_human,
  );
  const queued = await fleet.submit('waits', login, { unique_parameter_names: ['login'] });
  return { loop, failed, person, queued };
}
