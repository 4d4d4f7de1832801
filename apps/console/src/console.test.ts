import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { listPages } from './testing/list-pages.ts';
import { openConsoleStage, type ConsoleStage } from './testing/open-console-stage.ts';
import { testBreaks } from './testing/test-breaks.ts';
import { testForms } from './testing/test-forms.ts';
import { testNavigation } from './testing/test-navigation.ts';
import { testOddInputs } from './testing/test-odd-inputs.ts';
import { testSigningOut } from './testing/test-signing-out.ts';
import { testSteps } from './testing/test-steps.ts';
import { testTaskList } from './testing/test-task-list.ts';

const MOST_STOPS = 30;

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
  expect(tab.record.unauthorized).toEqual([]);
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
  // The one request with an unknown key, above.
  expect(tab.record.unauthorized).toEqual(['/api/v1/me']);
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
  for (const [locator, answer] of [
    ['get_by_role("navigation").get_by_role("link").first', '1 stored element'],
    ['locator("#save")', 'but no HTML: CSS'],
    ['get_by_role("link"', 'not valid at character'],
  ] as const) {
    await tab.fill('Try a locator', locator);
    await tab.untilText(answer, `${step} .trial [role=status]`);
  }
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
  const many = Array.from({ length: 20_000 }, (_none, index) => `order ${index}`);
  const large = await stage.fleet.submit('loop', { login: ['ann'], orders: many });
  await stage.fleet.controlPlane.call('POST', `/api/v1/tasks/${large}/cancel`);
  await tab.go(`/tasks/${large}?tab=inputs`, 'loop');
  const inputs = '[aria-label="Input parameters"]';
  await tab.untilText('The first 199,9', '.code-foot');
  expect(await tab.count(`${inputs} .code-block`)).toBeLessThan(50);
  await tab.press('Show more: Input parameters');
  await tab.untilText('"order 19999"', inputs);
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
testSteps(() => stage);

test('an operator compares versions, rolls back, pauses, redelivers and creates a key', async () => {
  const { tab } = stage;
  await tab.go('/queue', 'Queue');
  await tab.untilText('It is next.', '.wait');
  expect(await tab.count('.wait-picture .busy')).toBe(1);
  const shown = '[aria-label="Login queues"] td';
  await tab.untilText('login: ann', shown);
  // The endpoints of the task that runs and of the one that waits.
  await tab.untilText('person, waits', shown);
  // No task of the recording has ended, so there is no estimate.
  await tab.untilText('unknown', shown);
  await tab.go(`/recordings/${stage.recordingId}`, 'broken');
  await tab.press('Compare 1 with 2');
  await tab.untilText('added: ', '.diff');
  await tab.look('recording-diff');
  await tab.press('Roll back to version 1');
  // Somebody else stores a version that appears behind the open dialog.
  const path = `/api/v1/recordings/${stage.recordingId}/rollback`;
  await stage.fleet.controlPlane.call('POST', path, { version: 1 });
  await tab.untilText('version 1 again', 'table');
  await tab.submit();
  await tab.untilText('version 3', '[role=dialog] [role=alert]');
  await tab.press('Close');
  await tab.press('Roll back to version 1');
  await tab.submit();
  await tab.untilText('4 current', 'td');
  await tab.go('/schedules', 'Schedules');
  await tab.untilText('At 02:30', 'table');
  await tab.press('Pause Nightly');
  await tab.untilText('Resume', 'table');
  await tab.go('/deliveries?state=all', 'Deliveries');
  await tab.press('Send many again');
  await tab.look('send-again');
  await tab.fill('URL begins with', stage.fleet.site.url);
  await tab.submit();
  await tab.untilText('sent again', '.tell');
  await tab.go('/integrations', 'Integrations');
  await tab.press('Change Codes by mail');
  await tab.look('change-integration');
  await tab.fill('User name', 'box-7');
  await tab.submit();
  await tab.untilText('box-7', 'table');
  await tab.press('Check Codes by mail');
  await tab.untilText('cannot be read', '.table .notice.bad');
  const vault = { name: 'Vault', onepassword: { token: 'a' } };
  await stage.fleet.controlPlane.call('POST', '/api/v1/integrations', vault);
  await tab.reload('Integrations');
  await tab.untilText('Only a task that uses one of its secrets can check it.', '.table');
  expect(await tab.count('button[aria-label="Check Vault"]')).toBe(0);
  expect(await tab.count('button[aria-label="Check Codes by mail"]')).toBe(1);
  await tab.press('Check Codes by mail');
  await tab.untilText('cannot be read', '.table .notice.bad');
  // The message wraps; otherwise it would push the buttons out of the window.
  const hidden = await tab.page.$eval(
    '.table-frame',
    (frame) => frame.scrollWidth - frame.clientWidth,
  );
  expect(hidden).toBe(0);
  await tab.go('/keys', 'Keys');
  await tab.press('New key');
  await tab.look('new-key');
  await tab.fill('Name', 'made in the console');
  await tab.page.locator('input[name="scope admin"]').click();
  await tab.submit();
  await tab.untilText('errand_', '.notice pre');
  const key = await tab.page.$eval('.notice pre', ({ textContent }) => textContent ?? '');
  await tab.press('Sign out');
  // A key may change keys without being able to change tasks.
  await tab.signIn(key);
  await tab.go('/tasks', 'Tasks');
  await tab.chooseRows(1);
  await tab.untilText('1 task chosen', '.bulk');
  expect(await tab.count('.bulk button')).toBe(0);
  await tab.go('/keys', 'Keys');
  expect(await tab.count('.page-head button')).toBe(1);
  await tab.press('Sign out');
  await tab.untilText('Sign in', 'h1');
  expect(await tab.storedKeys()).toEqual({ tab: [], browser: [] });
});

testTaskList(() => stage);
testBreaks(() => stage);
testOddInputs(() => stage);
testSigningOut(() => stage);
testNavigation(() => stage);

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
