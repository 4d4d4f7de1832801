import { type Fleet, openFleet } from '@errand/task-runner/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Ran, runInProcess } from '../testing/run-in-process.ts';

const COMMAND = join(import.meta.dirname, '../../../../bin/errand');

const form = `<!doctype html><title>Order</title><h1>Order 7</h1>
  <label>Note <input></label><button onclick="order()">Order now</button><button>Order none</button><p></p>
  <form method="post" action="/sent"><button>Send now</button></form><script>
  async function order() {
    const body = document.querySelector('input').value;
    const answer = await fetch('/orders', { method: 'POST', body });
    document.querySelector('p').textContent = (await answer.json()).text;
  }
</script>`;

/** The orders that the portal received. */
const orders: string[] = [];
const owned = new AsyncDisposableStack();
const portal = new AsyncDisposableStack();
let fleet: Fleet;
let siteUrl: string;
let env: Record<string, string>;
beforeAll(async () => {
  fleet = owned.use(await openFleet());
  owned.use(await fleet.startWorker({ ALLOW_PRIVATE_ADDRESSES: 'true' }));
  const site = createServer((request, response) => {
    if (request.method !== 'POST') {
      response.setHeader('content-type', 'text/html').end(form);
      return;
    }
    request.on('data', (body) => orders.push(String(body)));
    request.on('end', () =>
      response.setHeader('content-type', 'application/json').end('{"text":"thank you"}'),
    );
  });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  portal.defer(() => {
    site.close();
    site.closeAllConnections();
  });
  const { url, apiKey } = fleet.controlPlane;
  env = { ERRAND_URL: url, ERRAND_API_KEY: apiKey, HOME: fleet.directory };
});
afterAll(async () => {
  await portal.disposeAsync();
  await owned.disposeAsync();
});

const act = (action: object, more: object = {}) => ({
  type: 'action_node',
  end_sleep_time: 0,
  ...action,
  ...more,
});
const interact = (kind: string, params: object, more?: object) =>
  act({ interaction_action: { max_tries: 1, [kind]: params } }, more);
const count = (more: object = {}) =>
  act({ misc_action: { set_variable: { name: 'n', expression: '{n[0]} + 1', ...more } } });
const sleep = (sleep_time: number) => act({ sleep_action: { sleep_time } });
const open = interact('go_to_url', { url: '{site[0]}/form' }, { resumable: true });
const type = interact('input_text', { command: 'get_by_label("Note")', input_text: 'no {n[0]}' });
const order = (name: string) =>
  interact('click_element', { command: `get_by_role("button", name="${name}")` });
const automationOf = (button: string) => ({
  url: `${siteUrl}/start`,
  parameters: { input_parameters: { site: [] }, generated_parameters: { n: [40] } },
  nodes: [
    count({ output_variable_name: 'first' }),
    open,
    count(),
    type,
    order(button),
    act({
      misc_action: {
        wait_for: { command: 'get_by_text("thank you")', assertion: 'to_be_visible', timeout: 3 },
      },
    }),
  ],
});

function write(button: string): string {
  const path = join(fleet.directory, `${button.replaceAll(' ', '-')}.json`);
  writeFileSync(path, JSON.stringify({ endpoint_name: 'order', automation: automationOf(button) }));
  return path;
}

const errand = (...args: readonly string[]): Promise<Ran> => runInProcess(args, { env });

async function jsonOf(...args: readonly string[]) {
  const { stdout, stderr, exitCode } = await errand(...args, '--json');
  if (stdout === '') throw new Error(`${exitCode}: ${stderr}`);
  return { exitCode, result: JSON.parse(stdout) as Record<string, unknown> };
}

/** Runs a task that fails because a button is missing, with a trace to replay. */
async function failedTask(): Promise<string> {
  expect((await errand('recordings', 'push', write('Order later'))).exitCode).toBe(0);
  const inputs = [`site=${siteUrl}`, '--trace', 'replayable', '--wait'];
  const { exitCode, result } = await jsonOf('run', 'order', ...inputs);
  expect({ exitCode, result }).toMatchObject({
    exitCode: 3,
    result: { error_class: 'locator_not_found', error_node_path: 'nodes[4]' },
  });
  return String(result['task_id']);
}

test('a proposed locator is shown, and another of its candidates is accepted', async () => {
  await failedTask();
  const { result } = await jsonOf('recordings', 'proposals', 'order');
  const [proposal] = result['proposals'] as readonly Proposal[];
  const [best, other] = proposal?.candidates.map(({ command }) => command) ?? [];
  const accept = ['recordings', 'accept', 'order', proposal?.proposal_id ?? ''];
  const { stdout: shown } = await errand(...accept, '--dry-run');
  expect(shown).toMatch(/^--- order: nodes\[4\]\n/);
  expect(shown).toContain(`+      "command": ${JSON.stringify(best)}`);
  expect(shown).toContain(`Other candidates, for --command:\n  ${other}\n`);
  const unknown = await errand(...accept, '--command', 'locator("#none")');
  expect(unknown).toMatchObject({ exitCode: 1, stdout: '' });
  expect(unknown.stderr).toContain('not one of the candidates of the proposal');
  const accepted = await errand(...accept, '--command', other ?? '');
  expect(accepted).toMatchObject({ exitCode: 0, stderr: '' });
  expect(accepted.stdout).toContain(`"command": ${JSON.stringify(other)}`);
  const { stdout: now } = await errand('recordings', 'proposals', 'order');
  expect(now).toMatch(/accepted +nodes\[4\]/);
});

interface Proposal {
  readonly proposal_id: string;
  readonly candidates: readonly { readonly command: string }[];
}

test('a failed task is repaired: continued where it stopped, and replayed without its portal', async () => {
  const taskId = await failedTask();
  expect(orders).toEqual([]);

  // Continue the task with the repaired version.
  expect((await errand('recordings', 'push', write('Order now'))).exitCode).toBe(0);
  const { exitCode, result } = await jsonOf('tasks', 'retry', taskId, '--from-failed', '--wait');
  expect({ exitCode, result }).toMatchObject({
    exitCode: 0,
    result: {
      status: 'success',
      retry_of: taskId,
      continued_from: 'nodes[1]',
      output_data: [{ json_data: { first: 41 } }],
    },
  });
  // The counter ran once before the node, and once more after it.
  expect(orders).toEqual(['no 42']);
  const steps = result['steps'] as { readonly node_path: string }[];
  expect(steps.map(({ node_path: path }) => path)).toEqual(
    [1, 2, 3, 4, 5].map((index) => `nodes[${index}]`),
  );
  const shown = await errand('tasks', 'show', String(result['task_id']));
  expect(shown.stdout).toContain(`${taskId} at nodes[1]`);

  // Replay the failed task while its portal is down.
  await portal.disposeAsync();
  const repaired = await jsonOf('replay', taskId, '--with', write('Order now'));
  expect(repaired.result).toMatchObject({
    passed: true,
    repaired: ['nodes[4]'],
    failure: { class: expect.any(String) },
    // The failed task never sent the order, so there is no recorded response.
    missed_requests: [{ method: 'POST', url: `${siteUrl}/orders`, reason: 'not_recorded' }],
    steps: [
      ...[0, 1, 2, 3].map((index) => ({
        node_path: `nodes[${index}]`,
        outcome: 'done',
        before: 'done',
      })),
      { node_path: 'nodes[4]', outcome: 'done', before: 'failed' },
      { node_path: 'nodes[5]', outcome: 'unknown', before: null },
    ],
  });
  expect(repaired.exitCode).toBe(0);
  expect(orders).toHaveLength(1);
});

test('a replay exits with 0 when every step passes, and otherwise says which one does not', async () => {
  const [{ id: taskId } = { id: '' }] = await failedTasks();
  const passing = join(fleet.directory, 'passing.json');
  const { nodes, ...automation } = automationOf('Order now');
  writeFileSync(passing, JSON.stringify({ ...automation, nodes: nodes.slice(0, 5) }));
  const { stdout } = await promisify(execFile)(COMMAND, ['replay', taskId, '--with', passing], {
    env: { ...process.env, ...env },
  });
  expect(stdout).toMatch(/NODE +KIND +IN THE TASK +NOW/);
  expect(stdout).toMatch(/nodes\[4\] +click_element +failed +done/);
  expect(stdout).toMatch(/\nRepaired: nodes\[4\]\n(?:Warning.*\n.*\n)?Every step passes\.\n$/);

  // The failed node has moved, and another one is now in its position.
  const moved = join(fleet.directory, 'moved.json');
  const longer = [...nodes.slice(0, 4), sleep(0), ...nodes.slice(4, 5), sleep(1)];
  writeFileSync(moved, JSON.stringify({ ...automation, nodes: longer }));
  const after = await errand('replay', taskId, '--with', moved);
  expect(after.stdout).toMatch(/nodes\[4\] +sleep_action +done/);
  expect(after.stdout).toMatch(/nodes\[5\] +click_element +failed as nodes\[4\] +done/);
  expect(after.stdout).toMatch(/\nRepaired: nodes\[5\]\nWarning: .* no response to 1 request, /);
  expect(after.stdout).toMatch(/\n {2}POST http:\S+\/orders\nEvery step passes\.\n$/);

  const same = await errand('replay', taskId);
  // The worker may still be ending the session of the replay before.
  const waited = /^(?:Session \S+ waits: .*\n)?$/;
  expect(same).toMatchObject({ exitCode: 3, stderr: expect.stringMatching(waited) });
  expect(same.stdout).toMatch(/nodes\[4\] +click_element +failed +failed .*Order later/);
  expect(same.stdout).toMatch(/nodes\[5\] +not_reached/);
});

test('a repaired step that sends a form is unknown, not failed: the task never got the page', async () => {
  const [{ id: taskId } = { id: '' }] = await failedTasks();
  const sending = join(fleet.directory, 'sending.json');
  const { nodes, ...automation } = automationOf('Send now');
  // Waits for the page.
  const sent = { ...nodes[4], end_sleep_time: 20 };
  writeFileSync(
    sending,
    JSON.stringify({ ...automation, nodes: [...nodes.slice(0, 4), sent, sleep(0)] }),
  );
  const { exitCode, result } = await jsonOf('replay', taskId, '--with', sending);
  expect({ exitCode, result }).toMatchObject({
    exitCode: 0,
    result: { passed: true, repaired: [] },
  });
  expect((result['steps'] as object[]).slice(4)).toEqual([
    expect.objectContaining({
      outcome: 'unknown',
      before: 'failed',
      reason: `It opens a page that the trace does not hold: POST ${siteUrl}/sent`,
    }),
    expect.objectContaining({ outcome: 'unknown', before: null }),
  ]);
});

test('a replay of a task without a trace says so, and an invalid file is refused', async () => {
  const missing = await errand('replay', '01890000-0000-7000-8000-000000000000');
  expect(missing).toMatchObject({ exitCode: 4, stdout: '' });
  const [{ id: taskId } = { id: '' }] = await failedTasks();
  const wrong = join(fleet.directory, 'wrong.json');
  writeFileSync(wrong, '{"url": "https://a.example"}');
  const refused = await errand('replay', taskId, '--with', wrong);
  expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
  expect(refused.stderr).toMatch(/parameters/);
  const { stderr } = await errand('tasks', 'retry', taskId, '--from', 'nodes[4]');
  expect(stderr).toMatch(/start at nodes\[4\].*not-resumable/s);
  expect((await errand('tasks', 'retry', taskId, '--from', 'a', '--from-failed')).exitCode).toBe(2);
});

async function failedTasks(): Promise<readonly { readonly id: string }[]> {
  const { result } = await jsonOf('tasks', 'ls', '--status', 'failed');
  const { tasks } = result as { readonly tasks: readonly { readonly task_id: string }[] };
  return tasks.map(({ task_id: id }) => ({ id }));
}
