import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sampleRecordings } from '@errand/sample-site';
import { type Fleet, openFleet } from '../../packages/task-runner/src/testing/open-fleet.ts';
import { watchScreens } from '../../packages/task-runner/src/testing/watch-screens.ts';
import { followSessions } from './follow-sessions.ts';
import { type Example, namesInComments, readAutomation, readExamples } from './read-examples.ts';

const ROOT = join(import.meta.dirname, '../..');
/** A recording as the service that Errand replaces stores it. */
const REFERENCE_RECORDING = join(import.meta.dirname, 'reference-recording.json');
const ORDER = { email: ['demo@harbor.example'], password: ['harbor-demo'] };
const WAIT_FOR_PERSON = { human_in_loop_action: { max_wait_time: 600 } };
const STOP = { fail_state_action: { failure_message: 'The order is closed.' } };
/** A response of 400 or above fails the block. Streams of events never end. */
const CURL = `curl() { case "$1" in
  -sSN) command curl --fail-with-body --max-time 3 "$@" || [ $? = 28 ] ;;
  *) command curl --fail-with-body --max-time 100 "$@" ;;
esac; }`;
const CODEGEN = 'page.goto("SITE/login")\npage.get_by_label("Email").fill("ann")\n';
const SPEC = `test('open orders', async ({ page }) => {
  await page.goto('SITE/orders');
  await page.getByRole('link', { name: 'HS-10424' }).click();
});`;
const REPLAY = { title: 'flow', steps: [{ type: 'navigate', url: 'SITE/orders' }] };
const SIDE = {
  url: 'SITE',
  tests: [{ id: '1', name: 'login', commands: [{ command: 'open', target: '/login', value: '' }] }],
};

const { settings, watchBy } = watchScreens();
const owned = new AsyncDisposableStack();
let fleet: Fleet;
let sessions: ReturnType<typeof followSessions>;
let recordingId: string;
/** Tasks that stand for `<TASK_ID>` in examples, by state. */
let tasks: Readonly<Record<'ended' | 'failed' | 'stopped' | 'waiting', string>>;
beforeAll(async () => {
  fleet = owned.use(await openFleet(settings));
  sessions = followSessions(fleet, watchBy(fleet));
  owned.use(await fleet.startWorker({ WORKER_SLOTS: '2' }));
  for (const recording of sampleRecordings(fleet.site.url)) await fleet.store(recording);
  const { url } = fleet.site;
  await fleet.store(recordingOf('upload-invoice', {}));
  await fleet.store(recordingOf('order-on-the-desktop', {}, { browser_channel: 'rdp' }));
  writeFiles(fleet.directory, url);
  const inputs = { ...ORDER, order_number: ['HS-10424'] };
  const ended = await fleet.submit('order-status', inputs);
  const wrong = { ...inputs, password: ['wrong'] };
  const failed = await fleet.submit('order-status', wrong, { trace: 'replayable' });
  const open = { interaction_action: { go_to_url: { url: `${url}/login` } }, resumable: true };
  const stopped = await fleet.run([open, STOP]);
  for (const task of [ended, failed, stopped]) await fleet.untilEnded(task);
  const waiting = await fleet.run([WAIT_FOR_PERSON]);
  await fleet.untilStatus(waiting, 'running');
  tasks = { ended, failed, stopped, waiting };
  const { body } = await fleet.controlPlane.call('GET', `/api/v1/tasks?q=${ended}`);
  const { tasks: found } = body as { readonly tasks: { readonly recording_id: string }[] };
  recordingId = found[0]?.recording_id ?? '';
}, 240_000);
afterAll(async () => owned.disposeAsync());

/** A recording that only opens its start page. */
function recordingOf(name: string, inputs: object, more: object = {}): object {
  const parameters = { input_parameters: inputs, generated_parameters: {} };
  const automation = { url: fleet.site.url, parameters, nodes: [], ...more };
  return { endpoint_name: name, description: name, automation };
}

function writeFiles(directory: string, site: string): void {
  const at = (text: string) => text.replaceAll('SITE', site);
  const [{ automation: orderStatus } = { automation: undefined }] = sampleRecordings(site);
  const files = {
    'invoice.pdf': '%PDF-1.4',
    'order.json': readAutomation('first-automation.md').replaceAll('http://127.0.0.1:8090', site),
    'login.side': at(JSON.stringify(SIDE)),
    'codegen.py': at(CODEGEN),
    'flow.json': at(JSON.stringify(REPLAY)),
    'orders.spec.ts': at(SPEC),
    'old.json': at(readFileSync(REFERENCE_RECORDING, 'utf8')),
    'repaired.json': JSON.stringify({ automation: orderStatus }),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
}

function taskOf(code: string): string {
  if (/\/resume|\/stream'/.test(code)) return tasks.waiting;
  if (code.includes('--from-failed')) return tasks.stopped;
  return /\/retry|\/trace\/|replay_of/.test(code) ? tasks.failed : tasks.ended;
}

/** Runs a block as a reader would. Returns what it prints. Rejects if it fails. */
async function run({ language, code }: Example): Promise<string> {
  const { url, apiKey } = fleet.controlPlane;
  const text = code
    .replaceAll('http://127.0.0.1:8080', url)
    .replaceAll('http://127.0.0.1:8090', fleet.site.url)
    .replaceAll('<API_KEY>', apiKey)
    .replaceAll('<RECORDING_ID>', recordingId)
    .replaceAll('<TASK_ID>', taskOf(code));
  const path = `${ROOT}/bin:${process.env['PATH']}`;
  const env = { PATH: path, HOME: fleet.directory, ERRAND_URL: url, ERRAND_API_KEY: apiKey };
  const [program, ...args] =
    language === 'python'
      ? (['python3', '-c', text] as const)
      : (['bash', '-euo', 'pipefail', '-c', `${CURL}\n${text}`] as const);
  const options = { cwd: fleet.directory, env, timeout: 120_000 };
  const { stdout } = await promisify(execFile)(program, args, options);
  return stdout;
}

// The last example deletes a task that the others read.
const examples = readExamples().toSorted(
  (one, other) => Number(one.page === 'data.md') - Number(other.page === 'data.md'),
);

test('every example in the user documentation runs and prints what the page says', async () => {
  expect(examples.length).toBeGreaterThan(25);
  const faults: string[] = [];
  for (const example of examples) {
    const place = `${example.page}:${example.line}`;
    try {
      const output = await sessions.run(example.code, (code) => run({ ...example, code }));
      const names = namesInComments(example.code).filter((name) => !output.includes(`"${name}":`));
      if (names.length > 0) faults.push(`${place}: no ${names.join(', ')} in ${output}`);
    } catch (error) {
      const { message, stdout, stderr } = error as Error & { stdout?: string; stderr?: string };
      faults.push(`${place}: ${[message, stdout, stderr].join('\n').slice(-800)}`);
    }
  }
  expect(faults).toEqual([]);
}, 300_000);
