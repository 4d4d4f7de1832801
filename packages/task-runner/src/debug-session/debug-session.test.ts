import { listen, type ListeningServer } from '@errand/app-runtime';
import { pollUntil } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openFleet, type Fleet, type WorkerProcess } from '../testing/open-fleet.ts';
import { type ScreenWatcher, watchScreens } from '../testing/watch-screens.ts';

interface SessionRow {
  readonly session_id: string;
  readonly state: string;
  readonly end_reason: string | null;
  readonly position: string | null;
  readonly page_url: string | null;
  readonly failure: { readonly class: string } | null;
}

interface Recorded {
  readonly automation: object;
  readonly inputs: Readonly<Record<string, readonly string[]>>;
}

const page = `<!doctype html><title>Portal</title><input aria-label=Name>
  <button onclick="location.href = '/next'">Go on</button>
  <p style="height:600px;font-size:99px" onmousedown="this.textContent = 'hurt'">Big</p>`;
/** Large enough to hit without looking. */
const form = `<!doctype html><title>Form</title>
  <style>input, p { display: block; margin: 0; width: 100%; height: 200px }</style>
  <input aria-label=Name><input aria-label=Password type=password><p>Total 42</p>`;
const SECRET = 'gull48harbour';

/** Outlasts a restart of the control plane on a busy machine. */
const LEASE_SECONDS = '30';
const { settings, watchBy } = watchScreens();
const stack = new AsyncDisposableStack();
let fleet: Fleet;
let worker: WorkerProcess;
let site: ListeningServer;
let watch: ScreenWatcher;

beforeAll(async () => {
  fleet = stack.use(await openFleet({ LEASE_SECONDS, ...settings }));
  watch = watchBy(fleet);
  site = stack.use(
    await listen(
      (request, response) => {
        response.setHeader('content-type', 'text/html');
        const other = `${page}<h1>${request.url === '/next' ? 'Next' : 'Start'}</h1>`;
        response.end(request.url === '/form' ? form : other);
      },
      { port: 0, host: '127.0.0.1', setting: 'PORT' },
    ),
  );
  worker = stack.use(await fleet.startWorker({ WORKER_SLOTS: '1' }));
});
afterAll(() => stack.disposeAsync());

type Method = Parameters<Fleet['controlPlane']['call']>[0];

async function call<Body>(method: Method, path: string, body?: object): Promise<Body> {
  const answered = await fleet.controlPlane.call(method, `/api/v1/sessions${path}`, body);
  if (answered.status >= 300)
    throw new Error(`${answered.status} ${JSON.stringify(answered.body)}`);
  return answered.body as Body;
}
const read = async (id: string) =>
  (await call<{ readonly session: SessionRow }>('GET', `/${id}`)).session;
const until = (id: string, state: string) =>
  pollUntil(
    `the session is ${state}`,
    async () => {
      const session = await read(id);
      return session.state === state && session;
    },
    { deadlineMs: 90_000 },
  );
async function open(request: object): Promise<string> {
  const { session } = await call<{ readonly session: SessionRow }>('POST', '', request);
  return session.session_id;
}
/** Returns the events of a session up to the fourth step of its recording. */
async function eventsOf(id: string): Promise<string> {
  const { url, apiKey } = fleet.controlPlane;
  const response = await fetch(`${url}/api/v1/sessions/${id}/events`, {
    headers: { 'x-api-key': apiKey },
    signal: AbortSignal.timeout(30_000),
  });
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk).toString();
    if (text.includes('"count":4')) break;
  }
  return text;
}

const click = (command: string) => ({
  type: 'action_node',
  interaction_action: { max_tries: 1, click_element: { command } },
});
const type = {
  type: 'action_node',
  interaction_action: { input_text: { command: 'get_by_label("Name")', input_text: '{who[0]}' } },
};
const automationWith = (nodes: readonly object[]) => ({
  url: site.url,
  nodes,
  parameters: { input_parameters: { who: ['Ann'] }, generated_parameters: {} },
});

test('repairs a step that fails: runs up to it, sees why, picks another locator, and continues', async () => {
  const broken = automationWith([type, click('get_by_role("button", name="Continue")')]);
  const id = await open({ automation: broken, until: 'nodes[1]' });
  expect(await until(id, 'ready')).toMatchObject({ position: 'nodes[1]', failure: null });

  const failed = await call('POST', `/${id}/steps`, { node_path: 'nodes[1]' });
  expect(failed).toMatchObject({
    steps: [
      {
        outcome: 'failed',
        error_class: 'locator_not_found',
        evidence: { screenshot: expect.stringMatching(/^data:image\/png;base64,/) },
      },
    ],
    failure: { class: 'locator_not_found', message: expect.stringContaining('name="Go on"') },
    variables: { who: ['Ann'] },
    position: 'nodes[1]',
  });

  const durations: number[] = [];
  for (let index = 0; index < 40; index += 1) {
    const started = performance.now();
    const found = await call('POST', `/${id}/locate`, { command: 'get_by_role("button")' });
    durations.push(performance.now() - started);
    expect(found).toMatchObject({ count: 1, matches: [{ name: 'Go on', is_visible: true }] });
  }
  const [p95] = durations.toSorted((left, right) => right - left).slice(2);
  process.stdout.write(`locate, from HTTP to HTTP: p95 ${p95?.toFixed(0)} ms\n`);
  await expect(call('POST', `/${id}/locate`, { command: 'get_by_rol("x")' })).rejects.toThrow(
    /^422 .*get_by_rol/,
  );

  const picking = call('POST', `/${id}/pick`, { timeout_seconds: 60 });
  await using viewer = await watch(id, `/api/v1/sessions/${id}/stream?mode=control`);
  // The viewer cannot see when the browser begins to accept clicks, so it clicks again.
  const isPicked = picking.then(() => true);
  let clicks = 0;
  await pollUntil('an element is picked', () => {
    // The browser's inspector takes only the clicks of a pointer that has moved.
    viewer.click(640 + (clicks += 1), 500);
    return Promise.race([
      isPicked,
      new Promise<false>((resolve) => void setTimeout(resolve, 300, false)),
    ]);
  });
  expect(await picking).toMatchObject({ outcome: 'picked', element: { tag: 'p' } });

  const repaired = automationWith([type, click('get_by_role("button", name="Go on")')]);
  await call('PATCH', `/${id}/automation`, { automation: repaired });
  const rest = await call('POST', `/${id}/steps`, { until: 'nodes[1]', node_path: 'nodes[0]' });
  expect(rest).toMatchObject({ steps: [{ node_path: 'nodes[0]', outcome: 'done' }] });
  expect(await call('POST', `/${id}/steps`, { node_path: 'nodes[1]' })).toMatchObject({
    steps: [{ outcome: 'done', picture: expect.stringMatching(/^data:image\/jpeg;base64,/) }],
    position: null,
    page_url: `${site.url}/next`,
  });
  expect(await call('GET', `/${id}/snapshot`)).toMatchObject({
    title: 'Portal',
    accessibility_snapshot: expect.stringContaining('heading "Next"'),
  });

  await call('DELETE', `/${id}`);
  expect(await until(id, 'ended')).toMatchObject({ end_reason: 'closed' });
});

test('records what a person does in the live view, replays it in a clean page, and runs it as a task', async () => {
  const id = await open({ url: `${site.url}/form` });
  await until(id, 'ready');
  await expect(call('POST', `/${id}/recording/stop`)).rejects.toThrow(/^422 .*start a recording/);
  const started = await call('POST', `/${id}/recording`);
  expect(started).toMatchObject({ is_recording: true, automation: { url: `${site.url}/form` } });
  await expect(call('POST', `/${id}/restart`, {})).rejects.toThrow(
    /^422 .*A recording is in progress/,
  );
  await using viewer = await watch(id, `/api/v1/sessions/${id}/stream?mode=control`);

  const isRecorded = async (what: string) =>
    JSON.stringify(await call('GET', `/${id}/recording`)).includes(what);
  const recorded = (what: string) => pollUntil(`${what} is recorded`, () => isRecorded(what));
  const enter = (text: string) => {
    for (const letter of text) viewer.press(letter.codePointAt(0) ?? 0);
  };
  // The viewer cannot see when the screen begins to accept clicks, so it clicks again.
  const clickName = async () => {
    viewer.click(640, 250);
    return await isRecorded('"click"');
  };
  await pollUntil('the click is recorded', clickName, { shortestIntervalMs: 300 });
  enter('ann');
  // Keys and clicks may overtake each other on their way to the page.
  await recorded('"ann"');
  for (const mode of ['extract', 'assert']) {
    await call('PATCH', `/${id}/recording`, { mode });
    viewer.click(640, 700);
    await recorded(`"${mode}"`);
  }
  viewer.click(640, 480);
  await recorded('"click"');
  enter(SECRET);
  await recorded('"secret"');
  const stopped = await call<Recorded>('POST', `/${id}/recording/stop`);

  expect(stopped).toMatchObject({
    is_recording: false,
    inputs: { name: ['ann'] },
    secure_parameters: { password: [] },
    nodes: [
      { kind: 'fill', outcome: 'passed' },
      { kind: 'extract', outcome: 'passed' },
      { kind: 'assert', outcome: 'passed' },
      {
        kind: 'secret',
        outcome: 'failed',
        reason: expect.stringContaining('opened without the secret "password"'),
      },
    ],
    faults: [],
  });
  expect(await call('GET', `/${id}/recording`)).toEqual(stopped);
  const events = await eventsOf(id);
  expect(events).toMatch(/event: recorded_node\ndata: .*"count":4/);
  expect(JSON.stringify(stopped) + events).not.toContain(SECRET);
  expect((await read(id)).page_url).toBe(`${site.url}/form`);
  await call('DELETE', `/${id}`);

  await fleet.store({ endpoint_name: 'recorded', description: '', automation: stopped.automation });
  const secure = { password: [{ totp: { totp_secret: 'JBSWY3DPEHPK3PXP' } }] };
  const task = await fleet.submit('recorded', stopped.inputs, { secure_parameters: secure });
  const ended = await fleet.untilEnded(task);
  expect([ended.status, ended.error, ended.steps.map(({ outcome }) => outcome)]).toEqual([
    'success',
    null,
    ['done', 'done', 'done', 'done'],
  ]);
  expect(JSON.stringify(ended.output_data)).toContain('Total 42');
});

test('survives a restart of the control plane, cancels a step, and ends when its worker is lost', async () => {
  const id = await open({ url: site.url });
  await until(id, 'ready');
  await fleet.controlPlane.restart();
  await call('PATCH', `/${id}/variables`, { variables: { code: ['42'] } });
  const node = { type: 'action_node', sleep_action: { sleep_time: 600 } };
  const sleeping = call('POST', `/${id}/steps`, { node });
  sleeping.catch(() => undefined);
  await until(id, 'busy');
  expect(await call('DELETE', `/${id}/steps`)).toEqual({ cancelled: true });
  await expect(sleeping).rejects.toThrow('cancelled');
  expect(await call('POST', `/${id}/restart`, {})).toMatchObject({ page_url: `${site.url}/` });

  process.kill(worker.processId ?? 0, 'SIGKILL');
  expect(await until(id, 'ended')).toMatchObject({ end_reason: 'worker_lost' });
});
