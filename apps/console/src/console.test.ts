import { startCuttableProxy } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { listPages } from './testing/list-pages.ts';
import { openConsoleStage, type ConsoleStage } from './testing/open-console-stage.ts';
import { openTab } from './testing/open-tab.ts';
import { testForms } from './testing/test-forms.ts';

const MOST_STOPS = 30;
/** Number of tasks that the tests before the long list have cancelled. */
const CANCELLED = 5;

let stage: ConsoleStage;

beforeAll(async () => {
  stage = await openConsoleStage();
});

afterAll(async () => stage?.[Symbol.asyncDispose]());

test('signs in with a key for the tab, or by keyboard with a cookie for the browser', async () => {
  const { tab } = stage;
  const { keyboard } = tab.page;
  await tab.open('/console/', 'Sign in');
  await tab.look('sign-in');
  await tab.fill('API key', 'errand_unknown');
  await tab.press('Sign in');
  await tab.untilText('API key is not valid', '[role=alert]');
  await tab.look('sign-in-refused');
  // The tab keeps another account's key if the server is down when the tab opens.
  await tab.page.evaluate("sessionStorage.setItem('errand.api-key', 'errand_earlier')");
  await tab.page.focus('input[name=api-key]');
  await tab.fill('API key', stage.apiKey);
  await keyboard.press('Tab');
  await keyboard.press('Space');
  await keyboard.press('Enter');
  await tab.untilTitle('Home');
  await tab.reload('Home');
  expect(await tab.storedKeys()).toEqual({ tab: [], browser: [] });
  await tab.open('/console/', 'Home');
  await tab.page.setOfflineMode(true);
  await tab.press('Sign out');
  await tab.untilText('You are still signed in', '.tell');
  await tab.page.setOfflineMode(false);
  await tab.reload('Home');
  await tab.press('Sign out');
  await tab.untilTitle('Sign in');
  await tab.reload('Sign in');
  await tab.fill('API key', stage.apiKey);
  await tab.press('Sign in');
  await tab.untilTitle('Home');
  await tab.reload('Home');
  expect(await tab.storedKeys()).toEqual({ tab: ['errand.api-key'], browser: [] });
});

test('every page is accessible in light, dark and narrow windows', async () => {
  const { tab } = stage;
  for (const [name, [path, title]] of Object.entries(listPages(stage))) {
    await tab.go(path, title);
    await expect(tab.look(name)).resolves.toBeUndefined();
  }
});

test('the keyboard reaches everything, and dialogs return the focus when they close', async () => {
  const { tab, tasks } = stage;
  const { keyboard } = tab.page;
  for (const [path, title] of [
    ['/tasks', 'Tasks'],
    [`/tasks/${tasks.failed}`, 'broken'],
    [`/recordings/${stage.recordingId}`, 'broken'],
    ['/set-up', 'Set-up'],
  ] as const) {
    await tab.open(`/console${path}`, title);
    await tab.tabThrough();
  }
  await tab.go('/keys', 'Keys');
  await tab.page.evaluate(() => document.querySelector<HTMLElement>('.page-head button')?.focus());
  await keyboard.press('Enter');
  await tab.untilText('New API key', '[role=dialog]');
  const stops = new Set<string | undefined>();
  // Cycles through the dialog once, from the name field back to it. A date has several tab stops.
  for (let stop = 0; stop < MOST_STOPS && !stops.has('name'); stop += 1) {
    await keyboard.press('Tab');
    // At the end, a focus guard briefly has the focus.
    const stopped = await tab.page.waitForFunction(nameStopInDialog);
    stops.add(await stopped.jsonValue());
  }
  expect([...stops]).toEqual(
    expect.arrayContaining(['name', 'scope read', 'expires', 'Close', 'Create it']),
  );
  await keyboard.press('Escape');
  await tab.page.waitForFunction(
    () =>
      !document.querySelector('[role=dialog]') && document.activeElement?.textContent === 'New key',
  );
});

test('an author finds out why a task failed, changes its inputs and runs it again', async () => {
  const { tab, tasks } = stage;
  await tab.go('/tasks?status=failed', 'Tasks');
  await tab.untilText('locator not found', '[role=table]');
  await tab.go(`/tasks/${tasks.failed}`, 'broken');
  const step = '[aria-label="The chosen step"]';
  await tab.untilText('Elements of the page', step);
  await tab.untilText('GET', '[aria-label="Network calls of the page"]');
  expect(await tab.count(`${step} img`)).toBe(1);
  await tab.go(`/tasks/${tasks.failed}?tab=events`, 'broken');
  await tab.untilText('nodes[1] click element: failed', '[aria-label="Events of the task"]');
  const { promise: opening, resolve } = Promise.withResolvers<typeof tab.page | null>();
  tab.page.once('popup', resolve);
  await tab.press('Trace');
  const viewer = await opening;
  await viewer?.waitForFunction(() => document.title.includes('Trace'));
  expect(viewer?.url()).toContain('/trace/viewer/');
  // A tab that a page opens gets a copy of its storage.
  const kept = "sessionStorage.getItem('errand.api-key')";
  expect([await tab.page.evaluate(kept), await viewer?.evaluate(kept)]).toEqual([
    expect.any(String),
    null,
  ]);
  await viewer?.close();
  await tab.press('Continue from the failed step');
  await tab.look('continue');
  await tab.submit();
  await tab.untilText('Continues fromnodes[1]', '.facts');
  await tab.go(`/tasks/${tasks.failed}`, 'broken');
  await tab.press('Retry');
  await tab.untilText('Retry this task', '[role=dialog]');
  await tab.look('retry');
  await tab.fill('Input parameters', '{ "login": [');
  await tab.submit();
  await tab.untilText('Input parameters is not valid JSON', '[role=alert]');
  await tab.fill('Input parameters', '{ "login": ["bob"] }');
  await tab.submit();
  await tab.untilText('Retry of', '.facts');
  expect(await tab.path()).not.toContain(tasks.failed);
  await tab.untilText('bob', 'main', '?tab=inputs');
});

test('only steps and events in view are rendered, and the task runs again', async () => {
  const { tab, tasks } = stage;
  const events = '[aria-label="Events of the task"]';
  await tab.go(`/tasks/${tasks.loop}?tab=events`, 'loop');
  await tab.untilText('queued', `${events} [aria-rowindex="2"]`);
  const shown = () => tab.count(`${events} .event-row.body`);
  expect(await shown()).toBeLessThan(40);
  expect(await tab.count('.waterfall li')).toBeLessThan(60);
  await tab.page.$eval(events, (list) => list.scrollTo(0, list.scrollHeight));
  await tab.untilText('success', `${events} .event-row:last-child`);
  expect(await shown()).toBeLessThan(40);
  // The selected step is the last of 43 rows of iterations and their steps.
  await tab.untilText('set variable', '.waterfall li:last-child [aria-current=true]');
  await tab.press('Run again');
  await tab.look('run-again');
  await tab.fill('Input parameters', '{ "login": ["ann"], "orders": ["HS-9"] }');
  const files = await tab.page.waitForSelector('[role=dialog] input[type=file]');
  const path = (name: string) => join(stage.fleet.directory, name);
  await writeFile(path('others.csv'), 'HS-9\n');
  await writeFile(path('orders.csv'), 'HS-9\n');
  await files?.uploadFile(path('others.csv'));
  await tab.submit();
  await tab.untilText('Files lacks orders.csv', '[role=alert]');
  await files?.uploadFile(path('orders.csv'));
  await tab.submit();
  await tab.untilText('queued', '.with-id');
  await tab.untilText('HS-9', 'main', '?tab=inputs');
  await tab.untilText('orders.csv', 'main');
});

test('the set-up page shows a consumer how to submit, and tests their receiver', async () => {
  const { tab } = stage;
  const got: IncomingHttpHeaders[] = [];
  const receiver = createServer((request, response) => {
    got.push(request.headers);
    response.writeHead(got.length === 1 ? 503 : 204).end();
  });
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  const { port } = receiver.address() as AddressInfo;
  try {
    await tab.go('/set-up', 'Set-up');
    await tab.untilText('"endpoint_name"', 'pre');
    await tab.fill('Callback URL', `http://127.0.0.1:${port}/results`);
    await tab.fill('Its API key', 'erp');
    await tab.press('Send a test');
    await tab.untilText('503', '.form [role=status]');
    await tab.press('Send a test');
    await tab.untilText('Received: status 204', '.form [role=status]');
    expect(got[0]).toMatchObject({
      'x-api-key': 'erp',
      'webhook-signature': expect.stringMatching(/^v1,/),
    });
  } finally {
    receiver.close();
    receiver.closeAllConnections();
  }
});

testForms(() => stage);

test('the list follows events, even after a server outage, and cancels tasks', async () => {
  await using proxy = await startCuttableProxy(stage.fleet.controlPlane.url);
  await using tab = await openTab(stage.browser, proxy.url);
  await tab.signIn(stage.apiKey);
  await tab.go('/tasks?endpoint_name=later', 'Tasks');
  await tab.untilText('No task matches', 'main');
  await stage.submitLater();
  await tab.untilRows(1);
  proxy.cut();
  const lost = await stage.submitLater();
  await stage.fleet.controlPlane.call('POST', `/api/v1/tasks/${lost}/cancel`);
  await stage.submitLater();
  proxy.mend();
  await tab.untilRows(3);
  await tab.untilText('cancelled', '[role=table]');
  await tab.chooseRows(3);
  await tab.press('Cancel 2');
  await tab.untilText('Cancel 2 tasks?', '[role=dialog]');
  proxy.cut();
  await tab.submit();
  await tab.untilText('One moment', '[role=dialog]');
  await tab.page.keyboard.press('Escape');
  await tab.page.waitForFunction(() => !document.querySelector('[role=dialog]'));
  proxy.mend();
  // The client resent the request once it could.
  await tab.untilText('2 tasks cancelled', '.tell');
  const cancelled = '.task-row.body .status.cancelled';
  await tab.page.waitForFunction(
    (selector) => document.querySelectorAll(selector).length > 2,
    {},
    cancelled,
  );
  expect(await tab.count(cancelled)).toBe(3);
});

test('a list with filters gains and loses tasks as their states change', async () => {
  const { tab } = stage;
  const cancel = (id: string) =>
    stage.fleet.controlPlane.call('POST', `/api/v1/tasks/${id}/cancel`);
  const first = await stage.submitLater();
  // Both lists are cached while only one is on the screen.
  await tab.go('/tasks?endpoint_name=later&status=open', 'Tasks');
  await tab.untilRows(1);
  await tab.go('/tasks?endpoint_name=later&status=cancelled', 'Tasks');
  await tab.untilRows(3);
  await cancel(first);
  await tab.untilRows(4);
  await tab.go('/tasks?endpoint_name=later&status=open', 'Tasks');
  await tab.untilText('No task matches', 'main');
  const second = await stage.submitLater();
  await tab.untilRows(1);
  await cancel(second);
  await tab.untilText('No task matches', 'main');
  await tab.go('/tasks?endpoint_name=later&status=cancelled', 'Tasks');
  await expect(tab.untilRows(CANCELLED)).resolves.toBeUndefined();
});

test('an operator compares versions, rolls back, pauses, redelivers and creates a key', async () => {
  const { tab } = stage;
  await tab.go('/queue', 'Queue');
  await tab.untilText('It is next.', '.wait');
  expect(await tab.count('.wait-picture .busy')).toBe(1);
  await tab.go(`/recordings/${stage.recordingId}`, 'broken');
  await tab.press('Compare 1 with 2');
  await tab.untilText('added: ', '.diff');
  await tab.look('recording-diff');
  await tab.press('Roll back to version 1');
  await tab.submit();
  await tab.untilText('version 1 again', 'table');
  await tab.go('/schedules', 'Schedules');
  await tab.untilText('At 02:30', 'table');
  await tab.press('Pause Nightly');
  await tab.untilText('Resume', 'table');
  await tab.go('/deliveries', 'Deliveries');
  await tab.press('Send all failed again');
  await tab.submit();
  await tab.untilText('sent again', '.tell');
  await tab.go('/keys', 'Keys');
  await tab.press('New key');
  await tab.look('new-key');
  await tab.fill('Name', 'made in the console');
  await tab.submit();
  await tab.untilText('errand_', '.notice pre');
  await tab.press('Sign out');
  await tab.untilText('Sign in', 'h1');
  expect(await tab.storedKeys()).toEqual({ tab: [], browser: [] });
});

test('a long list loads to its end and renders only the rows in view', async () => {
  const { tab, fleet } = stage;
  const old = await stage.submitLater();
  await stage.addTasks(2_000);
  await tab.signIn(stage.apiKey);
  await tab.go('/tasks', 'Tasks');
  const { rows, mostElements } = await tab.scrollThrough(2_000);
  expect(rows).toBeGreaterThanOrEqual(2_000);
  expect(mostElements).toBeLessThan(1_000);
  const call = fleet.controlPlane.call;
  const { body } = await call('GET', '/api/v1/tasks?endpoint_name=later&status=queued&limit=100');
  const ids = (body as { tasks: { task_id: string }[] }).tasks.map(({ task_id: id }) => id);
  await call('POST', '/api/v1/tasks/cancel', { task_ids: ids });
  await tab.go('/tasks?endpoint_name=later&status=cancelled', 'Tasks');
  const cancelled = ids.length + CANCELLED;
  await tab.scrollThrough(cancelled);
  // This task belongs below the first page.
  await call('POST', `/api/v1/tasks/${old}/cancel`);
  await tab.page.waitForSelector(`[role=table][aria-rowcount="${cancelled + 2}"]`);
  const row = await tab.page.waitForSelector(`.task-row:has([data-task="${old}"])`);
  expect(await row?.evaluate((each) => each.ariaRowIndex)).toBe(`${ids.length + 2}`);
});

test('all calls so far were documented and obeyed the page policy', () => {
  const { calls, undocumented, faults } = stage.tab.record;
  expect(calls.size).toBeGreaterThan(25);
  expect(undocumented).toEqual([]);
  expect(faults).toEqual([]);
});

/** Runs in the page; returns undefined when the focus has left the dialog. */
function nameStopInDialog(): string | undefined {
  const element = document.activeElement;
  if (!element?.closest('[role=dialog]')) return undefined;
  return element.getAttribute('name') ?? element.textContent ?? '';
}
