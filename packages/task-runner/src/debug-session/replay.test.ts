import { listen } from '@errand/app-runtime';
import { pollUntil } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Fleet, openFleet } from '../testing/open-fleet.ts';

const page = `<!doctype html><title>Order</title><input aria-label=Code>
  <button onclick="pay()">Pay</button><button onclick="look()">Look</button><p></p><script>
  const show = (text) => (document.querySelector('p').textContent += text);
  async function pay() {
    const code = document.querySelector('input').value;
    const answer = await fetch('/api?code=' + code, { method: 'POST', body: 'code=' + code });
    show('paid ' + (await answer.json()).paid);
  }
  function look() {
    new WebSocket('ws://' + location.host + '/socket').onerror = () => show(' no socket');
    fetch('/other').catch(() => show(' no other'));
  }
  new Worker('/worker.js');
</script>`;
const bodies: Readonly<Record<string, readonly [type: string, body: string]>> = {
  '/order': ['text/html', page],
  '/worker.js': ['text/javascript', 'fetch("/from-worker")'],
};

const visits: string[] = [];
const owned = new AsyncDisposableStack();
let fleet: Fleet;
let siteUrl: string;
beforeAll(async () => {
  fleet = owned.use(await openFleet());
  owned.use(await fleet.startWorker({ ALLOW_PRIVATE_ADDRESSES: 'true' }));
  const place = { port: 0, host: '127.0.0.1', setting: 'PORT' };
  const site = await listen((request, response) => {
    visits.push(`${request.method} ${request.url}`);
    if (request.url === '/start') response.statusCode = 302;
    const [type, body] = bodies[request.url ?? ''] ?? ['application/json', '{"paid":42}'];
    response.setHeader('location', '/order').setHeader('content-type', type).end(body);
  }, place);
  siteUrl = owned.use(site).url;
});
afterAll(() => owned.disposeAsync());

const act = (action: object) => ({ type: 'action_node', end_sleep_time: 0, ...action });
const interact = (kind: string, params: object) =>
  act({ interaction_action: { max_tries: 1, [kind]: params } });
const click = (name: string) =>
  interact('click_element', { command: `get_by_role("button", name="${name}")` });
const typed = interact('input_text', { command: 'get_by_label("Code")', input_text: '{code[0]}' });
const parameters = {
  input_parameters: { login: [] },
  generated_parameters: {},
  secure_parameters: { code: [{ totp: { totp_secret: 'JBSWY3DPEHPK3PXP' } }] },
};

async function call<Body>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) {
  const answered = await fleet.controlPlane.call(method, `/api/v1/sessions${path}`, body);
  expect(answered.status).toBeLessThan(300);
  return answered.body as Body;
}

interface Session {
  readonly session: { readonly session_id: string; readonly state: string; readonly error: string };
}

interface Missing {
  readonly missed_requests?: readonly object[];
}

async function untilState(id: string, state: string) {
  const read = async () => {
    const { session } = await call<Session>('GET', `/${id}`);
    return session.state === state && session;
  };
  return pollUntil(`the session is ${state}`, read, { deadlineMs: 90_000 });
}

test('a repaired automation runs against the responses of a failed task, and the portal receives no requests', async () => {
  const options = { url: `${siteUrl}/start`, submission: { trace: 'replayable' } };
  const nodes = [typed, click('Pay'), click('Missing')];
  const taskId = await fleet.run([], {
    ...options,
    automation: { nodes, parameters, max_retries: 0 },
  });
  expect(await fleet.untilEnded(taskId)).toMatchObject({ error_class: 'locator_not_found' });
  const heard = [...visits];
  expect(heard).toContainEqual(expect.stringMatching(/^POST \/api\?code=\d{6}$/));

  const repaired = [typed, click('Pay'), click('Look')];
  const automation = { url: options.url, parameters, nodes: repaired };
  const opened = await call<Session>('POST', '', { replay_of: taskId, automation });
  const id = opened.session.session_id;
  expect(opened.session).toMatchObject({ source: { replay_of: taskId } });
  await untilState(id, 'ready');
  const ran = await call<Missing>('POST', `/${id}/steps`, {
    node_path: 'nodes[0]',
    until: 'nodes[3]',
  });
  expect(ran).toMatchObject({
    steps: repaired.map(() => ({ outcome: 'done' })),
    page_url: `${siteUrl}/order`,
    position: null,
  });
  const shown = () => call<{ accessibility_snapshot: string }>('GET', `/${id}/snapshot`);
  await pollUntil('the page has heard of both failures', async () => {
    const { accessibility_snapshot: text } = await shown();
    return ['paid 42', 'no socket', 'no other'].every((part) => text.includes(part));
  });
  const again = await call<Missing>('POST', `/${id}/restart`, { until: 'nodes[2]' });
  expect(again).toMatchObject({ steps: [{ outcome: 'done' }, { outcome: 'done' }] });
  // A request that the page sends after its step has ended is reported with the next step.
  const missed = [ran, again].flatMap(({ missed_requests: requests = [] }) => requests);
  const other = { method: 'GET', url: `${siteUrl}/other`, reason: 'not_recorded' };
  expect(missed).toContainEqual(expect.objectContaining(other));
  const direct = { api_call: { url: `${siteUrl}/direct`, method: 'GET' } };
  const asked = await call('POST', `/${id}/steps`, { node: act({ extraction_action: direct }) });
  expect(asked).toMatchObject({ failure: { class: 'egress_blocked' } });
  await call('DELETE', `/${id}`);
  expect(visits).toEqual(heard);
});

test('a trace without bodies, which cannot be replayed, ends the session and says what to do', async () => {
  const taskId = await fleet.run([click('Missing')], {
    url: `${siteUrl}/order`,
    automation: { max_retries: 0 },
  });
  await fleet.untilEnded(taskId);
  const heard = [...visits];
  const { session } = await call<Session>('POST', '', { replay_of: taskId });
  expect(await untilState(session.session_id, 'ended')).toMatchObject({
    end_reason: 'failed',
    error: expect.stringContaining('run the task again with "trace": "replayable"'),
  });
  expect(visits).toEqual(heard);
});
