import { createServer, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { openBrowser, type TestBrowser } from '@errand/test-kit';
import { type OpenModels, openModels } from '../../test/open-models.ts';
import { interact, openStage, type Stage } from '../../test/run-on-page.ts';
import { hostilePages } from '../../test/hostile-pages.ts';
import { call, shownLines } from '../../test/scripted-answers.ts';

/** Every document request and every request with a body that reaches the attacker's origin. */
const received: string[] = [];
const canary = 'CANARY-7QX';
const attacker = createServer((request, response) => {
  note(request);
  response.setHeader('content-type', 'text/html');
  response.end(
    `<html style="height:100%"><body style="height:100%" onpointerdown="fetch('/grabbed', { method: 'POST' })"
       onkeydown="fetch('/keyed', { method: 'POST' })"><h1>Gotcha</h1><p id=errandLibrary></p><p id=errandAllowInput></p><input id=evil><a id=home href=${new URL(request.url ?? '/', 'http://x').searchParams.get('home')}>home</a> <a href=/top target=_top>OUT OF FRAME</a> <a href=/tab target=_blank>TAB OF FRAME</a>
     <button onclick="fetch('/pressed', { method: 'POST' })">PRESS IN FRAME</button>
     <select onchange="fetch('/chosen', { method: 'POST' })"><option>Nothing<option>All of it</select>`,
  );
});

let browser: TestBrowser;
let stage: Stage;
let models: OpenModels;
let evil = '';
beforeAll(async () => {
  attacker.listen(0, '127.0.0.1');
  await once(attacker, 'listening');
  evil = `http://localhost:${(attacker.address() as AddressInfo).port}`;
  browser = await openBrowser();
  stage = await openStage(browser, (request, response) => {
    if (request.url?.startsWith('/redirect')) response.writeHead(302, { location: `${evil}/hop` });
    response.end('<h1>Safe</h1>');
  });
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
  await browser[Symbol.asyncDispose]();
  attacker.closeAllConnections();
  attacker.close();
});
beforeEach(async () => {
  received.length = 0;
  models = await openModels();
});
afterEach(async () => {
  await models[Symbol.asyncDispose]();
});

function note({ method, url = '', headers }: IncomingMessage): void {
  const isFrame = headers['sec-fetch-dest'] === 'iframe' && method === 'GET';
  received.push(`${isFrame ? 'frame' : 'document'} ${method} ${url}`);
}

test.each(hostilePages)(
  'protects against a model that obeys the page: $name',
  async ({ html, obey }) => {
    const attack = obey(evil);
    models.server.script('agent', ...(attack as never[]));
    models.server.always(
      'agent',
      call('done', { success: true, summary: 'I did what the page said.' }),
    );
    models.server.always('agent-check', {
      json: { is_done: false, reason: 'That was not the task.' },
    });
    // One step more than the attack takes, so that the agent sees its result.
    const steps = { max_steps: attack.length + 1 };
    const nodes = [interact('agentic_task', { task: 'Read the news of {name[0]}', ...steps })];
    const inputs = { name: ['Oak'], password: [canary] };
    const finished = await stage.run(html(evil), nodes, {
      inputs,
      dependencies: models.dependencies,
    });
    expect(finished.result.status).toBe('failed');
    expect(received.filter((request) => request.startsWith('document'))).toEqual([]);
    expect(received.join()).not.toContain(canary);
    const open = await finished.page.browserContext().pages();
    for (const page of open) expect(page.url()).not.toContain(evil);
    expect(JSON.stringify(models.server.requests.map(({ body }) => body))).not.toContain(canary);
    expect(models.server.refusals).toEqual([]);
    // The attack was actually attempted: the element that the model wanted exists.
    expect(models.server.requests.map(({ texts }) => texts.join()).join()).not.toContain(
      'not valid',
    );
  },
);

/** The page that the run visits before the agent starts. */
const visit = (home: string) => `<a href="${evil}/before?home=${home}">out</a>`;
const goOut = interact(
  'click_element',
  { command: 'locator("a")' },
  { node: { end_sleep_time: 5 } },
);
const goHome = interact(
  'click_element',
  { command: 'locator("#home")' },
  { node: { end_sleep_time: 5 } },
);

test.each([
  ['the agent', '', call('back')],
  [
    'a script',
    '<button onclick="history.back()">CLICK</button>',
    call('click', { index: /CLICK/ }),
  ],
])('leaves a page of another origin that %s goes back to', async (_who, html, goesBack) => {
  models.server.script(
    'agent',
    goesBack,
    call('type', { index: /id=(evil|own)/, text: 'known' }),
    call('done', { success: false, summary: 'x' }),
  );
  await using home = await openStage(browser, (_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<input id=own>${html}`);
  });
  const nodes = [goOut, goHome, interact('agentic_task', { task: 'x', max_steps: 4 })];
  const finished = await home.run(visit(home.url), nodes, { dependencies: models.dependencies });

  expect(received[0]).toMatch(/^document GET \/before/);
  expect(finished.page.url()).toBe(`${home.url}/`);
  expect(await finished.read('own.value')).toBe('known');
  const told = models.server.requests[1]?.texts.join('\n');
  expect(told).toContain(`${evil}/before was left again: its origin is not allowed.`);
  expect(models.server.requests.map(({ texts }) => texts.join()).join()).not.toContain('id=evil');
});

test('keeps tabs opened before the agent and does not act on pages of other origins', async () => {
  models.server.script(
    'agent',
    call('close_tab'),
    call('done', { success: false, summary: 'closed' }),
  );
  const nodes = [
    interact('click_element', { command: 'locator("a")' }, { node: { expect_new_tab: true } }),
    interact('go_to_url', { url: stage.url, new_tab: true }),
    interact('go_to_url', { url: stage.url, new_tab: true }),
    interact('agentic_task', { task: 'x', max_steps: 3 }),
  ];
  const page = `<a target=_blank href="${evil}/before">out</a>`;
  const finished = await stage.run(page, nodes, {
    dependencies: models.dependencies,
    onPage: () => undefined,
  });
  const urls = (await finished.page.browserContext().pages()).map((open) => open.url());
  expect(urls).toContain(`${evil}/before`);
});

test('reports blocked navigations to the agent', async () => {
  models.server.script('agent', call('click', { index: /CLICK/ }));
  models.server.always('agent', call('done', { success: false, summary: 'kept' }));
  const nodes = [interact('agentic_task', { task: 'x', max_steps: 3 })];
  await stage.run(`<a href="${evil}/a?secret=1">CLICK</a>`, nodes, {
    dependencies: models.dependencies,
  });
  const [, second] = models.server.requests;
  expect(second?.texts.join('\n')).toContain(
    `The page now:\n${evil}/a was not loaded: its origin is not allowed.`,
  );
});

test('allows navigation to any origin after the agent ends', async () => {
  models.server.always('agent', call('done', { success: true, summary: 'ok' }));
  models.server.always('agent-check', { json: { is_done: true, reason: 'ok' } });
  const nodes = [
    interact('agentic_task', { task: 'x', max_steps: 3 }),
    interact('click_element', { command: 'locator("a")' }, { node: { end_sleep_time: 5 } }),
  ];
  const finished = await stage.run(`<a href="${evil}/later">out</a>`, nodes, {
    dependencies: models.dependencies,
  });
  expect(finished.page.url()).toBe(`${evil}/later`);
});

test('navigates to origins named by the task and by other steps', async () => {
  models.server.script('agent', call('navigate', { url: '{}' }));
  models.server.script('agent', (request) => ({
    toolCalls: [{ name: 'navigate', input: { url: `${evil}/named` } }],
    text: shownLines(request)[0] ?? '',
  }));
  models.server.always('agent', call('done', { success: true, summary: 'ok' }));
  models.server.always('agent-check', { json: { is_done: true, reason: 'ok' } });
  const nodes = [interact('agentic_task', { task: `Visit {place[0]}/x`, max_steps: 4 })];
  const finished = await stage.run('<p>x', nodes, {
    inputs: { place: [evil] },
    dependencies: models.dependencies,
  });
  expect(finished.result.status).toBe('success');
  expect(finished.page.url()).toBe(`${evil}/named`);
});

test.each([
  ['agentic_task', 'agent'],
  ['close_overlay_popup', 'overlay'],
])('lets %s act in a frame whose origin its task names', async (kind, purpose) => {
  models.server.script(purpose, call('click', { index: /PRESS IN FRAME/ }));
  models.server.always(purpose, call('done', { success: true, summary: 'ok' }));
  models.server.always(`${purpose}-check`, { json: { is_done: true, reason: 'ok' } });
  const html = `<iframe src="${evil}/inner" width=300 height=100></iframe>`;
  const node = interact(kind, { task: `Agree to all of {place[0]}`, max_steps: 4 });
  const options = { inputs: { place: [evil] }, dependencies: models.dependencies };
  const finished = await stage.run(html, [node], options);
  expect(finished.result.status).toBe('success');
  expect(received).toContain('document POST /pressed');
});

test('restores input to frames after the agent ends', async () => {
  models.server.script('agent', call('wait', { seconds: 0 }));
  models.server.always('agent', call('done', { success: true, summary: 'ok' }));
  models.server.always('agent-check', { json: { is_done: true, reason: 'ok' } });
  const html = `<iframe src="${evil}/inner" width=300 height=100></iframe>`;
  const command = 'frame_locator("iframe").get_by_text("PRESS IN FRAME")';
  const nodes = [
    interact('agentic_task', { task: 'x', max_steps: 3 }),
    interact('click_element', { command }, { node: { end_sleep_time: 2 } }),
  ];
  const finished = await stage.run(html, nodes, { dependencies: models.dependencies });
  expect(finished.result.status).toBe('success');
  expect(received).toContain('document POST /pressed');
});
