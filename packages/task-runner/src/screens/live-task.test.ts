import { listen, type ListeningServer } from '@errand/app-runtime';
import { pollUntil } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { listListeners } from '../testing/list-listeners.ts';
import { openFleet, type Fleet, type WorkerProcess } from '../testing/open-fleet.ts';
import { type ScreenWatcher, watchScreens } from '../testing/watch-screens.ts';

const BLUE = '#0040c0';

const { settings, watchBy } = watchScreens();

let fleet: Fleet;
let worker: WorkerProcess;
let site: ListeningServer;
let watch: ScreenWatcher;

beforeAll(async () => {
  fleet = await openFleet(settings);
  watch = watchBy(fleet);
  site = await listen(
    (_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(`<title>blue</title><body style="background: ${BLUE}">`);
    },
    { port: 0, host: '127.0.0.1', setting: 'PORT' },
  );
  worker = await fleet.startWorker();
});

afterAll(async () => {
  await worker[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
  await fleet[Symbol.asyncDispose]();
});

test('shows the page of a running task, listens only on the screen port and for its browsers, and disconnects viewers once the end is reported', async () => {
  const task = await fleet.run([{ sleep_action: { sleep_time: 600 } }], { url: site.url });
  await fleet.untilStatus(task, 'running');
  await using first = await watch(task);
  await using second = await watch(task);
  for (const viewer of [first, second]) {
    await pollUntil(
      'the page is visible',
      async () => (await viewer.frame()).colourAt(640, 600) === BLUE,
    );
  }
  // The other listeners are the relays of the worker's browsers.
  const listeners = listListeners(worker.processId);
  const relays = listeners.filter((address) => address !== first.address);
  expect(listeners).toContain(first.address);
  for (const relay of relays) expect(relay).toMatch(/^127\.0\.0\.1:/);
  expect(relays.length).toBeLessThanOrEqual(2);
  const sockets = socketsOf(worker);
  expect(sockets).toHaveLength(1);
  for (const { path, directory } of sockets) {
    expect([statSync(path).mode & 0o777, statSync(directory).mode & 0o777]).toEqual([0o600, 0o700]);
  }

  await fleet.controlPlane.call('POST', `/api/v1/tasks/${task}/cancel`);
  await Promise.all([first.closed, second.closed]);
  await fleet.untilStatus(task, 'cancelled');
  await pollUntil('its sockets are gone', () => socketsOf(worker).length === 0);
  await pollUntil('its VNC server is gone', () => vncServers().length === 0);
});

test('reports the end of a task before its viewers are disconnected', async () => {
  const task = await fleet.run([{ sleep_action: { sleep_time: 4 } }], { url: site.url });
  await fleet.untilStatus(task, 'running');
  await using viewer = await watch(task);
  await viewer.closed;
  expect(await fleet.statusOf(task)).toBe('success');
});

test('disconnects the viewers of a dedicated task even though its browser stays open', async () => {
  const submission = { is_dedicated: true, unique_parameter_names: ['login'] };
  const options = { url: site.url, submission, login: 'dora' };
  const task = await fleet.run([{ sleep_action: { sleep_time: 4 } }], options);
  await fleet.untilStatus(task, 'running');
  await using viewer = await watch(task);
  await viewer.closed;
  await pollUntil('no VNC server is left', () => vncServers().length === 0);
  const next = await fleet.run([{ sleep_action: { sleep_time: 600 } }], options);
  await fleet.untilStatus(next, 'running');
  await using again = await watch(next);
  await pollUntil(
    'the page is visible',
    async () => (await again.frame()).colourAt(640, 600) === BLUE,
  );
  await fleet.controlPlane.call('POST', `/api/v1/tasks/${next}/cancel`);
  await again.closed;
  expect((await fleet.untilEnded(next)).status).toBe('cancelled');
});

/** Returns the VNC sockets of the worker's sessions. */
function socketsOf({ leftFiles, workDirectory }: WorkerProcess) {
  return leftFiles().flatMap((session) =>
    readdirSync(join(workDirectory, session))
      .filter((name) => name.startsWith('vnc-'))
      .map((name) => {
        const directory = join(workDirectory, session, name);
        return { directory, path: join(directory, 'rfb') };
      }),
  );
}

function vncServers(): string[] {
  return worker.processes().filter((line) => line.includes('X0tigervnc'));
}
