import { listen } from '@errand/app-runtime';
import { startModelServer, type ModelServer } from '@errand/test-kit/model-server';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { openFleet, type Fleet } from '../testing/open-fleet.ts';

type ModelRequest = ModelServer['requests'][number];

const PAGE = `<!doctype html><title>Orders</title>
<label>Number <input id="number"></label>
<button onclick="fetch('/order', { method: 'POST', body: number.value }); state.textContent = 'Ordered'">Order</button>
<p id="state">Nothing ordered</p>`;

const owned = new AsyncDisposableStack();
const orders: string[] = [];
let fleet: Fleet;
let server: ModelServer;
let url: string;
beforeAll(async () => {
  const site = owned.use(
    await listen(
      (request, response) => {
        if (request.url === '/order') request.on('data', (part) => orders.push(String(part)));
        response.setHeader('content-type', 'text/html; charset=utf-8');
        response.end(request.url === '/' ? PAGE : '');
      },
      { port: 0, host: '127.0.0.1', setting: 'PORT' },
    ),
  );
  url = `${site.url}/`;
  server = owned.use(await startModelServer());
  fleet = owned.use(await openFleet({ LEASE_SECONDS: '6' }));
  owned.use(
    await fleet.startWorker({
      GEMINI_API_KEY: server.access.gemini.apiKey,
      GEMINI_BASE_URL: server.access.gemini.baseUrl,
    }),
  );
  await fleet.store({
    endpoint_name: 'order',
    description: 'order',
    automation: {
      url,
      parameters: { input_parameters: {}, generated_parameters: {} },
      nodes: [
        { type: 'action_node', fail_state_action: { failure_message: 'A goal runs no steps.' } },
      ],
    },
  });
});
afterAll(() => owned.disposeAsync());
beforeEach(() => {
  orders.length = 0;
});

/** Submits like older clients do, and waits for the end. */
async function pursue(goal: string, params: object = {}) {
  const submission = { end_point: 'order', goal, params };
  const { status, body } = await fleet.controlPlane.call('POST', '/api/v1/inference/', submission);
  expect([status, body]).toMatchObject([200, { success: true, status: 'started' }]);
  return fleet.untilEnded((body as { task_id: string }).task_id);
}

const linesOf = ({ texts }: ModelRequest) => texts.join('\n').split('\n');
const indexOf = (request: ModelRequest, pattern: RegExp) =>
  Number(/\[(\d+)\]</.exec(linesOf(request).findLast((line) => pattern.test(line)) ?? '')?.[1]);
const use =
  (name: string, input: (request: ModelRequest) => object) => (request: ModelRequest) => ({
    toolCalls: [{ name, input: input(request) }],
  });
const done = (success: boolean, summary: string) => use('done', () => ({ success, summary }));

test('an agent performs an older submission with a goal on the page of its recording', async () => {
  server.script(
    'agent',
    use('type', (request) => ({ index: indexOf(request, /id=number/), text: 'INV-7' })),
    use('click', (request) => ({ index: indexOf(request, /<button/) })),
    done(true, 'The order is placed.'),
  );
  server.script('agent-check', { json: { is_done: true, reason: 'It says: Ordered.' } });

  const task = await pursue('Order {it} again.', { invoice: 'INV-7' });

  expect([task.status, task.error]).toEqual(['success', null]);
  expect(orders).toEqual(['INV-7']);
  expect(task.steps).toMatchObject([{ kind: 'agentic_task', outcome: 'done' }]);
  expect(task.model_usage?.calls).toBe(4);
  const asked = server.requests[0]?.texts.join('\n');
  expect(asked).toContain('Your task: Order {it} again.\n\nInput values:\ninvoice: INV-7');
  expect(asked).toContain(`its address: ${url}`);
  expect(server.refusals).toEqual([]);
});

test('fails with the reason of the agent when it gives up', async () => {
  server.script('agent', done(false, 'There is nothing to order.'));
  const task = await pursue('Order the moon.');
  expect([task.status, task.error_class]).toEqual(['failed', 'agent_unfinished']);
  expect(task.error).toContain('There is nothing to order.');
  expect(orders).toEqual([]);
});
