import { dataOf, type Errand, type ErrandApi } from '@errand/client';
import type { SampleSubmission } from '@errand/local-installation';
import { debug, rollOut, signIn } from './author-pages.ts';

/** What the pages of a dashboard need. */
export interface Day {
  readonly errand: Errand;
  readonly sample: SampleSubmission;
  /** Accepts callbacks. */
  readonly callbackUrl: string;
}

type TaskFilter = NonNullable<ErrandApi.paths['/api/v1/tasks']['get']['parameters']['query']>;
type Page = (day: Day) => Promise<void>;

const EMPTY = {
  url: 'https://portal.example/',
  parameters: { input_parameters: {}, generated_parameters: {} },
  nodes: [],
};

/** The pages of a dashboard, in the order in which a person opens them. */
export const PAGES: Readonly<Record<string, Page>> = {
  async Home({ errand }) {
    const { api } = errand;
    await signIn(errand);
    await dataOf(api.GET('/api/v1/me'));
    await dataOf(api.GET('/api/v1/account'));
    for (const group_by of ['status', 'endpoint_name', 'error_class'] as const) {
      const query = { bucket: 'hour', group_by } as const;
      await dataOf(api.GET('/api/v1/statistics', { params: { query } }));
    }
    const query = { waiting_for_human: true };
    await dataOf(api.GET('/api/v1/tasks', { params: { query } }));
    await dataOf(api.GET('/api/v1/events/url'));
    await dataOf(api.GET('/health/ready'));
  },

  async 'Run a task'({ errand, sample, callbackUrl }) {
    const { api } = errand;
    const task = await errand.run(submissionOf(sample, callbackUrl));
    if (task.status !== 'success') throw new Error(`The sample task has failed: ${task.error}`);
    const path = { task_id: task.task_id };
    await dataOf(api.GET('/api/v1/tasks/{task_id}/deliveries', { params: { path } }));
    await dataOf(api.GET('/api/v1/tasks/{task_id}/events/url', { params: { path } }));
    await dataOf(api.GET('/api/v1/tasks/{task_id}/queue', { params: { path } }));
    await dataOf(api.GET('/api/v1/get_downloads', { params: { query: path } }));
    await dataOf(api.GET('/api/v1/task_status', { params: { query: path } }));
    await api.GET('/api/v1/tasks/{task_id}/stream', { params: { path } });
    await api.GET('/api/v1/tasks/{task_id}/trace/url', { params: { path } });
    await api.POST('/api/v1/tasks/{task_id}/cancel', { params: { path } });
    await api.POST('/api/v1/tasks/{task_id}/retry', { params: { path } });
    await api.POST('/api/v1/tasks/{task_id}/resume', { params: { path }, body: {} });
    await dataOf(api.POST('/api/v1/initiate_callback', { body: path }));
  },

  async Tasks({ errand, sample, callbackUrl }) {
    const { api } = errand;
    const submission = submissionOf(sample, callbackUrl);
    const tasks = [submission, submission, { ...submission, endpoint_name: 'no-such-recording' }];
    const batch = await dataOf(api.POST('/api/v1/tasks/batch', { body: { tasks } }));
    const ids = batch.results.flatMap(({ task_id: id }) => id ?? []);
    const [first = ''] = ids;
    await dataOf(api.POST('/api/v1/task_status', { body: { task_id: ids } }));
    const params = { path: { task_id: first } };
    await dataOf(api.POST('/api/v1/tasks/{task_id}/cancel', { params }));
    await dataOf(api.POST('/api/v1/tasks/cancel', { body: { task_ids: ids } }));
    await errand.waitForTasks(ids);
    await dataOf(api.POST('/api/v1/tasks/{task_id}/retry', { params }));
    const query = { endpoint_name: sample.endpoint_name, limit: 2 };
    let cursor: string | undefined;
    do {
      const page = await dataOf(
        api.GET('/api/v1/tasks', { params: { query: cursor ? { ...query, cursor } : query } }),
      );
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    const list = (filter: TaskFilter) =>
      dataOf(api.GET('/api/v1/tasks', { params: { query: filter } }));
    await list({ status: ['failed', 'cancelled'] });
    await list({ error_class: 'locator_not_found' });
    await list({ sort: 'completed' });
    await list({ q: first.slice(0, 8) });
    await dataOf(api.POST('/api/v1/inference/all_calls', { body: {} }));
    const changes = { max_timeout_in_minutes: 5 };
    const { results } = await dataOf(
      api.POST('/api/v1/tasks/retry', { body: { task_ids: ids, changes } }),
    );
    await errand.waitForTasks(results.flatMap(({ task_id: id }) => id ?? []));
    await dataOf(api.DELETE('/api/v1/tasks/{task_id}', { params }));
  },

  async Queue({ errand: { api } }) {
    await dataOf(api.GET('/api/v1/login_queues'));
    await dataOf(api.GET('/api/v1/workers'));
  },

  async Recordings({ errand }) {
    const { api } = errand;
    await dataOf(api.GET('/api/v1/get_recordings'));
    await dataOf(api.POST('/api/v1/automations/check', { body: { automation: EMPTY } }));
    const created = await dataOf(
      api.POST('/api/v1/recordings', {
        body: { automation: EMPTY, endpoint_name: 'made-by-hand', comment: 'First try.' },
      }),
    );
    const path = { recording_id: created.recording_id };
    const params = { path };
    await dataOf(api.GET('/api/v1/recordings/{recording_id}', { params }));
    const automation = { ...EMPTY, url: 'https://portal.example/invoices' };
    await dataOf(
      api.PATCH('/api/v1/update_recording/{recording_id}', {
        params,
        body: { automation, description: 'Invoices', comment: 'Another page.' },
      }),
    );
    await dataOf(api.GET('/api/v1/recordings/{recording_id}/versions', { params }));
    await dataOf(
      api.GET('/api/v1/recordings/{recording_id}/versions/{version}', {
        params: { path: { ...path, version: '1' } },
      }),
    );
    await dataOf(
      api.POST('/api/v1/recordings/{recording_id}/rollback', { params, body: { version: 1 } }),
    );
    await dataOf(api.GET('/api/v1/recordings/{recording_id}/locator_proposals', { params }));
    await rollOut(errand, created.recording_id);
    await dataOf(
      api.POST('/api/v1/update_example', { body: { automation, endpoint_name: 'made-by-hand' } }),
    );
    await dataOf(api.DELETE('/api/v1/recordings/{recording_id}', { params }));
  },

  async 'Debug sessions'({ errand }) {
    await debug(errand);
  },

  async Schedules({ errand: { api }, sample, callbackUrl }) {
    const task = submissionOf(sample, callbackUrl);
    const { schedule } = await dataOf(
      api.POST('/api/v1/schedules', {
        body: { name: 'Nightly', cron: '30 2 * * *', timezone: 'Europe/Berlin', task },
      }),
    );
    const params = { path: { schedule_id: schedule.schedule_id } };
    await dataOf(api.GET('/api/v1/schedules'));
    await dataOf(api.GET('/api/v1/schedules/{schedule_id}', { params }));
    await dataOf(api.PATCH('/api/v1/schedules/{schedule_id}', { params, body: { paused: true } }));
    await dataOf(api.GET('/api/v1/schedules/{schedule_id}/runs', { params }));
    await dataOf(api.DELETE('/api/v1/schedules/{schedule_id}', { params }));
  },

  async Deliveries({ errand: { api } }) {
    const { deliveries } = await dataOf(api.GET('/api/v1/deliveries'));
    const [delivery] = deliveries;
    if (!delivery) throw new Error('No result has been delivered.');
    const params = { path: { delivery_id: delivery.delivery_id } };
    await dataOf(api.POST('/api/v1/deliveries/{delivery_id}/redeliver', { params }));
    await dataOf(api.POST('/api/v1/deliveries/redeliver', { body: { state: 'failed' } }));
    await dataOf(api.GET('/api/v1/signing_secrets'));
    await dataOf(api.POST('/api/v1/signing_secrets/rotate'));
  },

  async Settings({ errand: { api } }) {
    const { workspace } = await dataOf(api.POST('/api/v1/workspaces', { body: { name: 'Day' } }));
    const params = { path: { workspace_id: workspace.workspace_id } };
    const path = '/api/v1/workspaces/{workspace_id}';
    await dataOf(api.PATCH(path, { params, body: { name: 'Night' } }));
    await dataOf(api.GET('/api/v1/workspaces'));
    await dataOf(api.DELETE(path, { params }));
    const { key } = await dataOf(
      api.POST('/api/v1/api_keys', { body: { name: 'day', scopes: ['read'] } }),
    );
    const ofKey = { path: { api_key_id: key.api_key_id } };
    await dataOf(
      api.PATCH('/api/v1/api_keys/{api_key_id}', { params: ofKey, body: { name: 'night' } }),
    );
    await dataOf(api.GET('/api/v1/api_keys'));
    await dataOf(api.DELETE('/api/v1/api_keys/{api_key_id}', { params: ofKey }));
    await editIntegration(api);
  },

  async 'Older calls'({ errand: { api } }) {
    const files = ['data:text/plain;base64,SGVsbG8='];
    const demo = await dataOf(
      api.POST('/api/v1/save_demo', { body: { url: 'https://portal.example/', files } }),
    );
    const params = { path: { goal_id: demo.goal_id } };
    await dataOf(api.GET('/api/v1/demos/{goal_id}', { params }));
  },

  async Mistakes({ errand: { api } }) {
    const path = { task_id: '019a0000-0000-7000-8000-000000000000' };
    await api.GET('/api/v1/tasks/{task_id}', { params: { path } });
    await api.POST('/api/v1/tasks/{task_id}/retry', { params: { path } });
    await api.GET('/api/v1/tasks', { params: { query: { cursor: 'no-cursor' } } });
    await api.POST('/api/v1/inference', {
      body: { endpoint_name: 'no-such-recording', input_parameters: {} },
    });
    await api.GET('/api/v1/statistics', { params: { query: { from: '2020-01-01T00:00:00Z' } } });
  },
};

async function editIntegration(api: Errand['api']): Promise<void> {
  const mailbox = { email_address: 'a@b.example', host: 'imap.b.example', password: 'secret' };
  const { integration } = await dataOf(
    api.POST('/api/v1/integrations', { body: { name: 'Codes', mailbox } }),
  );
  const params = { path: { integration_id: integration.integration_id } };
  await dataOf(
    api.PATCH('/api/v1/integrations/{integration_id}', { params, body: { name: 'Other codes' } }),
  );
  await dataOf(api.GET('/api/v1/integrations'));
  await api.POST('/api/v1/integrations/{integration_id}/check', { params });
  await dataOf(api.DELETE('/api/v1/integrations/{integration_id}', { params }));
}

function submissionOf(sample: SampleSubmission, callbackUrl: string) {
  const { endpoint_name, input_parameters, unique_parameter_names } = sample;
  return {
    endpoint_name,
    input_parameters: Object.fromEntries(
      Object.entries(input_parameters).map(([name, values]) => [name, [...values]]),
    ),
    unique_parameter_names: [...unique_parameter_names],
    task_callback_url: callbackUrl,
  };
}
