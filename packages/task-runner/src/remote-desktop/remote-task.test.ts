import { pollUntil } from '@errand/test-kit';
import { type RdpServer, startRdpServer } from '@errand/test-kit/rdp-server';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import {
  countTraces,
  dumpDatabase,
  readCommandLines,
  readEnvironments,
  readFiles,
} from '../secrets/testing/search-traces.ts';
import { type Fleet, openFleet, type WorkerProcess } from '../testing/open-fleet.ts';
import { type ScreenWatcher, watchScreens } from '../testing/watch-screens.ts';

const password = 'Canary-5cret_of+the desk';
const { settings, watchBy } = watchScreens();
const resources = new AsyncDisposableStack();
let server: RdpServer;
let terminal: RdpServer;
let fleet: Fleet;
let worker: WorkerProcess;
let watch: ScreenWatcher;
beforeAll(async () => {
  server = resources.use(await startRdpServer({ password }));
  terminal = resources.use(await startRdpServer({ program: 'terminal', password }));
  fleet = resources.use(await openFleet(settings));
  watch = watchBy(fleet);
  worker = resources.use(
    await fleet.startWorker({
      ALLOW_PRIVATE_ADDRESSES: 'true',
      RDP_FINGERPRINTS: `${server.fingerprint}, ${terminal.fingerprint}`,
      RECORD_SESSIONS: 'true',
      LOG_LEVEL: 'debug',
    }),
  );
});
afterAll(async () => resources[Symbol.asyncDispose]());

test('completes an order on a remote desktop, and keeps its screenshots', async () => {
  const order = [
    {
      interaction_action: {
        input_text: { coordinates: { '[0]': 430, '[1]': 148 }, input_text: 'Bolt {login[0]}' },
      },
    },
    { interaction_action: { click_element: { keyword: 'Send order' } } },
    { extraction_action: { screenshot: { filename: 'sent.png' } } },
  ];
  const task = await run(order, { take_final_screenshot: true });
  const detail = await fleet.untilEnded(task);
  expect([detail.status, detail.error]).toEqual(['success', null]);
  // The form creates the file before it writes it.
  await pollUntil('the order has arrived', async () => Boolean(await server.readHome('sent')));
  expect(await server.readHome('sent')).toBe('Bolt ann');
  const { body } = await fleet.controlPlane.call('GET', `/api/v1/get_downloads?task_id=${task}`);
  const urls = JSON.stringify(body);
  for (const name of ['sent.png', 'final_screenshot.png', 'session.mp4']) {
    expect(urls).toContain(name);
  }
  expect(detail.steps[0]?.screenshot_url).toEqual(expect.any(String));
});

test('shows the desktop to viewers, never exposes its password, and ends it when the task is cancelled', async () => {
  const task = await run([{ sleep_action: { sleep_time: 600 } }]);
  await fleet.untilStatus(task, 'running');
  {
    await using viewer = await watch(task);
    await pollUntil(
      'the form is visible',
      async () => (await viewer.frame()).colourAt(100, 500) === '#d9d9d9',
      { deadlineMs: 20_000 },
    );
    const running = [...readCommandLines(), ...readEnvironments()];
    expect(countTraces(running, server.host)).toBeGreaterThan(0);
    expect(countTraces(running, password)).toBe(0);
    expect(countTraces(readFiles(fleet.directory), password)).toBe(0);
  }
  await fleet.controlPlane.call('POST', `/api/v1/tasks/${task}/cancel`);
  await fleet.untilStatus(task, 'cancelled');
  await pollUntil('the client has ended', () => clients().length === 0);
  await pollUntil(
    'only the spare browser and its display are left',
    () => worker.leftFiles().length === 2,
  );
  const kept = await dumpDatabase(fleet.controlPlane.databaseUrl);
  expect([countTraces(kept, task), countTraces(kept, password)]).toEqual([expect.any(Number), 0]);
});

test('retries when the connection is lost, not when the password is wrong or the host is blocked', async () => {
  const lost = await run([{ sleep_action: { sleep_time: 3 } }]);
  const first = await pollUntil('the client runs', () => clients()[0]);
  process.kill(first, 'SIGKILL');
  const [wrong, closed] = [
    await run([], {}, { ...desktop(), password: 'wrong' }),
    await run([], {}, { host: '169.254.169.254' }),
  ];
  expect(await fleet.untilEnded(wrong)).toMatchObject({
    status: 'failed',
    error_class: 'remote_desktop_login_failed',
    retry_count: 0,
  });
  expect(await fleet.untilEnded(closed)).toMatchObject({
    error_class: 'remote_desktop_refused',
    error: expect.stringContaining('RDP_ALLOWED_HOSTS'),
    retry_count: 0,
  });
  const detail = await fleet.untilEnded(lost);
  expect([detail.status, detail.retry_count]).toEqual(['success', 1]);
});

test('types the commands of powershell_action on the remote desktop', async () => {
  const commands = ["echo '{login[0]}' > typed", 'sync'];
  const parameter = { ...desktop(), host: terminal.host };
  const task = await run([{ powershell_action: { commands } }], {}, parameter);
  const { status, error } = await fleet.untilEnded(task);
  expect([status, error]).toEqual(['success', null]);
  expect(await terminal.readHome('typed')).toBe('ann\n');
});

function desktop() {
  return { host: server.host, username: server.username, password };
}

function run(nodes: readonly object[], more: object = {}, rdp_parameter: object = desktop()) {
  return fleet.run(nodes, {
    url: '',
    automation: { browser_channel: 'rdp', ...more },
    submission: { rdp_parameter, max_timeout_in_minutes: 2 },
  });
}

/** Returns the process ids of the clients that show the form. */
function clients(): number[] {
  const listed = execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' }).split('\n');
  const own = listed.filter((line) => line.includes(`xfreerdp /v:${server.host} `));
  return own.map((line) => Number.parseInt(line, 10));
}
