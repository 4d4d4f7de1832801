import { expect, test } from '@jest/globals';
import type { ConsoleStage } from './open-console-stage.ts';

/** The part of the browser's request that is read. */
interface SentRequest {
  readonly method: () => string;
  readonly url: () => string;
  readonly fetchPostData: () => Promise<string | undefined>;
}

interface Sent {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

const SECRETS = { password: [{ totp: { totp_secret: 'JBSWY3DPEHPK3PXP' } }] };
const FIELD = 'References to secrets';

/** Defines the tests of what the forms of the console send. */
export function testForms(stage: () => ConsoleStage): void {
  let recordingId: string;
  let taskId: string;
  const call = async (method: 'GET' | 'POST', path: string, body?: object) => {
    const answer = await stage().fleet.controlPlane.call(method, `/api/v1/${path}`, body);
    if (answer.status >= 300) throw new Error(JSON.stringify(answer));
    return answer.body as Readonly<Record<string, Record<string, unknown>>>;
  };
  const otherWorkspace = async (): Promise<string> => {
    const { workspaces } = await call('GET', 'workspaces');
    const [, other] = workspaces as unknown as readonly { readonly workspace_id: string }[];
    return other?.workspace_id ?? '';
  };
  /** Stores, in another workspace, a recording whose tasks must provide its secret. */
  const storeSecretive = async (): Promise<string> => {
    const stored = await call('POST', 'recordings', {
      endpoint_name: 'secretive',
      workspace_id: await otherWorkspace(),
      automation: {
        url: `${stage().fleet.site.url}/`,
        parameters: {
          input_parameters: { login: ['ann'], count: [3] },
          secure_parameters: { password: [] },
          generated_parameters: {},
        },
        nodes: [],
      },
    });
    return (stored as unknown as { readonly recording_id: string }).recording_id;
  };
  /** Cancels the task that is shown, and returns its ID. */
  const cancelShown = async (): Promise<string> => {
    const [, shown = ''] = /tasks\/(.+)$/.exec(await stage().tab.path()) ?? [];
    await call('POST', `tasks/${shown}/cancel`);
    return shown;
  };
  /** What the form of the open dialog sends, once the dialog has closed. */
  const send = async (): Promise<Sent | undefined> => {
    const { page } = stage().tab;
    const sent: Promise<Sent>[] = [];
    const note = (request: SentRequest) => {
      if (request.method() === 'GET') return;
      const { pathname: path } = new URL(request.url());
      // The body is gone if the page has navigated away in the meantime.
      const reading = request.fetchPostData().catch(() => undefined);
      sent.push(reading.then((text) => ({ path, body: JSON.parse(text ?? '{}') })));
    };
    page.on('request', note);
    await stage().tab.submit();
    await page.waitForFunction(() => !document.querySelector('[role=dialog]'));
    page.off('request', note);
    return (await Promise.all(sent)).find(({ body }) => Object.keys(body).length > 0);
  };

  test('a recording of another workspace is listed, and run with its secrets', async () => {
    const { tab } = stage();
    recordingId = await storeSecretive();
    await tab.go('/recordings', 'Recordings');
    await tab.untilText('secretive', 'table');
    await tab.untilText('Suppliers', 'table');
    await tab.page.select('select[name=workspace]', await otherWorkspace());
    await tab.page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 1);
    await tab.go(`/recordings/${recordingId}`, 'secretive');
    await tab.press('Run');
    await tab.untilText('Needed: password.', '[role=dialog]');
    await tab.fill(FIELD, JSON.stringify(SECRETS));
    await tab.fill('Inputs that identify the login', 'login');
    // The server refuses a task without the secret.
    await tab.submit();
    await tab.untilText('queued', '.with-id');
    taskId = await cancelShown();
    await tab.untilText('cancelled', '.with-id');
    expect(await tab.path()).toBe(`/console/tasks/${taskId}`);
  });

  test('a task is repeated in a session with its login, and retried with different secrets', async () => {
    const { tab } = stage();
    await tab.press('Open in a session');
    await tab.untilText('tasks with the same login', '[role=dialog]');
    await tab.fill(FIELD, JSON.stringify(SECRETS));
    const opened = await send();
    expect(opened).toMatchObject({
      path: '/api/v1/sessions',
      body: { unique_parameter_names: ['login'], use_proxy: false, secure_parameters: SECRETS },
    });
    await tab.untilTitle('Edit secretive');
    const session = await tab.page.evaluate(() =>
      new URL(location.href).searchParams.get('session'),
    );
    await stage().fleet.controlPlane.call('DELETE', `/api/v1/sessions/${session}`);

    await tab.go(`/tasks/${taskId}`, 'secretive');
    await tab.press('Retry');
    await tab.untilText('stay as they were', '[role=dialog]');
    await tab.fill(FIELD, JSON.stringify(SECRETS));
    expect((await send())?.body).toEqual({ secure_parameters: SECRETS });
    await tab.untilText('queued', '.with-id');
    await cancelShown();
    expect((await tab.storedKeys()).browser).toEqual([]);
    const stored = await tab.page.evaluate(() =>
      JSON.stringify([Object.entries(sessionStorage), history.state]),
    );
    expect(stored).not.toContain('JBSWY3DP');
  });

  test('a changed automation is saved for a share of the tasks', async () => {
    const { tab } = stage();
    await tab.go(`/recordings/${recordingId}/edit`, 'Edit secretive');
    await tab.press('Save');
    await tab.untilText('nothing has changed since version 1', '.tell');
    // A new step to click an element lacks its locator.
    await tab.press('Add');
    await tab.untilText('it cannot be saved yet', '.page-head');
    await tab.press('Save');
    await tab.untilText('the check found an error', '.tell');
    await tab.page.select('::-p-aria([name="New step"])', 'interaction_action.go_back');
    await tab.press('Undo');
    await tab.press('Add');
    await tab.untilText('No problems found', '.page-head');
    await tab.press('Save');
    await tab.page.waitForSelector('select[name=share]');
    await tab.page.select('select[name=share]', '25');
    await tab.page.$eval('[role=dialog] details', (details) => details.setAttribute('open', ''));
    await tab.page.type('input[name=results]', '7');
    await tab.page.type('input[name=increase]', '2');
    await tab.look('save-rollout', ['light', 'narrow']);
    expect(await send()).toMatchObject({
      path: `/api/v1/recordings/${recordingId}/rollouts`,
      body: { percent: 25, min_tasks: 7, max_failure_rate_increase: 0.02 },
    });
    await tab.go(`/recordings/${recordingId}`, 'secretive');
    await tab.untilText('25% of the tasks', '.facts');
  });

  test('the snippets contain the inputs and secrets of the chosen recording as text', async () => {
    const { tab } = stage();
    await tab.go('/set-up', 'Set-up');
    await tab.page.waitForSelector('select[name=recording] option[value=secretive]');
    await tab.page.select('select[name=recording]', 'secretive');
    await tab.untilText('"secure_parameters"', 'pre');
    const submit = 'pre[aria-label=Submit]';
    const shown = await tab.page.$eval(submit, ({ textContent }) => textContent);
    expect(shown).toMatch(/"count": \[\s+"3"\s+\]/);
  });

  test('a schedule is created with secrets, and edited without losing them', async () => {
    const { tab } = stage();
    await tab.go('/schedules', 'Schedules');
    await tab.press('New schedule');
    await tab.fill('Name', 'Mornings');
    await tab.fill('Endpoint name of the recording', 'secretive');
    await tab.fill('Times', '30 7 * * *');
    await tab.page.select('select[name="catch-up"]', 'once');
    await tab.fill('Input parameters', '{"login": ["ann"], "count": ["3"]}');
    await tab.fill('Inputs that identify the login', 'login');
    await tab.fill(FIELD, JSON.stringify(SECRETS));
    await tab.fill('Other settings of the task', '{"priority": 2}');
    await tab.look('new-schedule', ['light', 'narrow']);
    const created = await send();
    expect(created?.body).toMatchObject({
      catch_up: 'once',
      task: { priority: 2, unique_parameter_names: ['login'], secure_parameters: SECRETS },
    });
    await tab.untilText('Mornings', 'table');
    await tab.page.locator('table a::-p-text(Mornings)').click();
    await tab.untilText('secure_parameters.password, stored encrypted', '.facts');
    await tab.press('Edit');
    await tab.fill('Times', '0 8 * * *');
    expect((await send())?.body).toEqual({ cron: '0 8 * * *' });
    await tab.untilText('0 8 * * *', '.facts');
    await tab.press('Edit');
    await tab.fill('Input parameters', '{"login": ["bob"], "count": ["3"]}');
    await tab.submit();
    await tab.untilText('secure_parameters.password, stored encrypted', '[role=alert]');
    expect(await tab.count('[role=dialog] button:focus')).toBe(1);
    await tab.fill(FIELD, JSON.stringify(SECRETS));
    expect((await send())?.body).toMatchObject({
      task: { input_parameters: { login: ['bob'] }, priority: 2, secure_parameters: SECRETS },
    });
    await tab.untilText('"bob"', 'pre');
  });
}
