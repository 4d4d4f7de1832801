import { expect, test } from '@jest/globals';
import { BLOCK, pollUntil } from '@errand/test-kit';
import type { Page } from 'puppeteer';
import { parseAutomation } from '../document/index.ts';
import { frameSession } from '../page/browser/frame-session.ts';
import { interact } from '../test/run-on-page.ts';
import { withSecrets } from '../test/secret-stage.ts';
import { useStage } from '../test/use-stage.ts';

const stage = useStage((request, response) => {
  const cookie = request.url === '/inner' ? { 'set-cookie': 'visited=yes' } : {};
  response.writeHead(200, { 'content-type': 'text/html', ...cookie });
  response.end('<!doctype html><button>Inner</button>');
});

const form = `<h1>Order</h1><p id=log></p>
  <button onclick="log.textContent += 'a'">Add</button>
  <button onclick="log.textContent += 'b'">Buy</button>`;
const click = (name: string) =>
  interact('click_element', { command: `get_by_role("button", name="${name}")` });
const newTab = () => interact('go_to_url', { url: `${stage.url}/inner`, new_tab: true });
const logOf = (page: Page) => page.evaluate(`document.querySelector('#log').textContent`);
const automationWith = (nodes: readonly object[], url = 'about:blank') =>
  parseAutomation({ url, nodes, parameters: { input_parameters: {}, generated_parameters: {} } });

test('runs up to a node when it opens, then one node, then the rest, with a picture of each step', async () => {
  const nodes = [click('Add'), click('Add'), click('Buy')];
  await using opened = await stage.debug(form, nodes, { until: 'nodes[1]' });
  const { session, opening, page } = opened;
  expect(opening.failure).toBeUndefined();
  expect(opening.steps.map(({ nodePath }) => nodePath)).toEqual(['nodes[0]']);
  expect(session.state().position).toBe('nodes[1]');

  const one = await session.runNode({ path: 'nodes[1]' });
  expect(one.steps).toMatchObject([
    { nodePath: 'nodes[1]', outcome: 'done', picture: expect.any(Uint8Array) },
  ]);
  expect(await logOf(page)).toBe('aa');

  const rest = await session.runUntil({ until: 'nodes[3]' });
  expect(rest).toMatchObject({ steps: [{ nodePath: 'nodes[2]' }] });
  expect(await logOf(page)).toBe('aab');
  expect(session.state().position).toBeUndefined();
});

test('stops at a node that fails, with its evidence and the nearest matches, and runs it again once it is repaired', async () => {
  await using opened = await stage.debug(form, [click('Ad now'), click('Buy')]);
  const { session, page } = opened;

  const failed = await session.runUntil({});
  expect(failed.failure).toMatchObject({ class: 'locator_not_found', nodePath: 'nodes[0]' });
  expect(failed.failure?.message).toContain('get_by_role("button", name="Add", exact=True)');
  const { evidence } = failed.steps[0] ?? {};
  expect(evidence).toMatchObject({ screenshot: expect.any(Uint8Array) });
  expect(evidence?.accessibilitySnapshot).toContain('button "Buy"');
  expect(session.state().position).toBe('nodes[0]');

  session.setAutomation(automationWith([click('Add'), click('Buy')]));
  expect((await session.runUntil({})).failure).toBeUndefined();
  expect(await logOf(page)).toBe('ab');
  session.setAutomation(automationWith([click('Add'), click('Buy'), click('Buy')]));
  expect(session.state().position).toBe('nodes[2]');
  await session.runUntil({});
  expect(await logOf(page)).toBe('abb');
});

test('rests inside a loop, runs a node in any iteration, and runs a loop as a whole', async () => {
  const body = interact('click_element', { command: 'get_by_role("button", name="{name[i]}")' });
  const loop = {
    type: 'for_loop_node',
    variable_name: 'name',
    index_variable_name: 'i',
    nodes: [body],
  };
  const inputs = { name: ['Add', 'Buy', 'Add'] };
  const until = 'nodes[0][1].nodes[0]';
  await using opened = await stage.debug(form, [loop, click('Buy')], { inputs, until });
  const { session, page } = opened;
  expect(session.state().position).toBe(until);
  expect(await logOf(page)).toBe('a');

  await session.runNode({ path: 'nodes[0][2].nodes[0]' });
  expect(await logOf(page)).toBe('aa');
  await session.runUntil({ until: 'nodes[1]' });
  expect(await logOf(page)).toBe('aaba');
  await session.runNode({ path: 'nodes[0]' });
  expect(await logOf(page)).toBe('aabaaba');
  expect(session.state().position).toBe('nodes[1]');
  await session.runNode({ node: body, path: 'nodes[0][1].nodes[0]' });
  expect(await logOf(page)).toBe('aabaabab');

  await expect(session.runNode({ path: 'nodes[0].nodes[0]' })).rejects.toThrow('no iteration');
  await expect(session.runNode({ path: 'nodes[0][7].nodes[0]' })).rejects.toThrow('has 3 now');
  await expect(session.runNode({ path: 'nodes[9]' })).rejects.toThrow('there is no nodes[9]');
  await expect(session.runUntil({ until: 'node 3' })).rejects.toThrow('not the path of a node');
  await expect(session.runNode({ node: { clik: {} } })).rejects.toThrow('clik');
});

test('locates elements in frames and shadow roots, with their boxes on the page, and highlights them without the page noticing', async () => {
  const host = `<div id=host></div><script>
    host.attachShadow({ mode: 'open' }).innerHTML = '<button>Deep</button>';
    const seen = [];
    new MutationObserver((list) => seen.push(...list)).observe(document, {
      subtree: true, childList: true, attributes: true, characterData: true });</script>`;
  const frame =
    '<iframe src="/inner" style="position:absolute;left:300px;top:100px;border:5px solid"></iframe>';
  await using opened = await stage.debug(`${form}${frame}<b hidden>Off</b>${host}`, []);
  const { session, page } = opened;
  const plain = await page.screenshot();
  const sent = recordMessages(page);

  const buttons = await session.locate('get_by_role("button")');
  expect(buttons).toMatchObject({
    count: 3,
    matches: [{ role: 'button', name: 'Add', text: 'Add', isVisible: true, frame: null }, {}, {}],
  });
  expect(buttons.matches[2]).toMatchObject({ name: 'Deep' });
  const looksPlain = async () => Buffer.compare(await page.screenshot(), plain) === 0;
  await pollUntil('the buttons are outlined', async () => !(await looksPlain()));

  const { matches } = await session.locate('frame_locator("iframe").get_by_role("button")');
  expect(matches).toMatchObject([{ name: 'Inner', frame: `${stage.url}/inner` }]);
  expect(matches[0]?.box?.x).toBeCloseTo(313, 0);
  expect(matches[0]?.box?.y).toBeCloseTo(113, 0);

  const hidden = await session.locate('get_by_text("Off")', { isHighlighted: false });
  expect(hidden).toMatchObject({ count: 1, matches: [{ box: null, isVisible: false }] });
  expect(await looksPlain()).toBe(true);
  await session.locate('locator("h1")');
  await pollUntil('the heading is highlighted', async () => !(await looksPlain()));
  expect(await page.evaluate('seen.length')).toBe(0);

  expect((await session.locate('get_by_text("nowhere")')).count).toBe(0);
  expect(await looksPlain()).toBe(true);
  await session.locate('locator("h1")');
  await expect(session.locate('get_by_rol("x")')).rejects.toThrow('get_by_rol');
  expect(await looksPlain()).toBe(true);
  // Enabling it again would block the page for about 100 ms.
  expect(sent.filter((method) => method === 'Overlay.enable')).toHaveLength(1);
});

/** Returns the methods of the messages that are sent to the page from now on. */
function recordMessages(page: Page): readonly string[] {
  const sent: string[] = [];
  const client = frameSession(page.mainFrame());
  const send = client.send.bind(client);
  client.send = (method, ...parameters) => {
    sent.push(method);
    return send(method, ...parameters);
  };
  return sent;
}

test('picks the element of the next click, which the page never sees, with locators that match only it', async () => {
  const table =
    '<table><tr><td>Ann<td><button>Del</button><tr><td>Bob<td><button>Del</button></table>';
  const other = stage.url.replace('127.0.0.1', 'localhost');
  const deep = `<div id=host></div><script>host.attachShadow({ mode: 'open' }).innerHTML = '<button id=deep>Deep</button>'</script>`;
  const watch = `<script>const got = []; for (const kind of ['pointerdown', 'mousedown', 'mouseup', 'click', 'mousemove'])
    addEventListener(kind, () => got.push(kind), true)</script>`;
  const frames = `<iframe name=near src="/inner"></iframe><iframe name=far src="${other}/inner"></iframe>`;
  await using opened = await stage.debug(`${form}${table}${deep}${frames}${watch}`, []);
  const { session, page } = opened;
  const picked = async (command: string) => {
    const [match] = (await session.locate(command, { isHighlighted: false })).matches;
    const { x = 0, y = 0, width = 0, height = 0 } = match?.box ?? {};
    const onReady = () => void page.mouse.click(x + width / 2, y + height / 2);
    return session.pick({ signal: AbortSignal.timeout(20_000), onReady });
  };
  const best = async (command: string) => (await picked(command)).candidates[0]?.command;
  const add = 'get_by_role("button", name="Add", exact=True)';
  const both = await picked(add);
  expect(both.element).toMatchObject({ role: 'button', name: 'Add' });
  expect(both.candidates[0]).toEqual({ command: add, kind: 'role', score: 72 });

  const inRow =
    'get_by_role("row", name="Bob Del", exact=True).get_by_role("button", name="Del", exact=True)';
  expect(await best('get_by_role("button", name="Del").nth(1)')).toBe(inRow);
  expect(await best('get_by_text("Deep")')).toBe('locator("[id=\\"deep\\"]")');
  const inner = '.content_frame.get_by_role("button", name="Inner", exact=True)';
  for (const name of ['near', 'far']) {
    const frame = `locator("iframe[name=\\"${name}\\"]")`;
    expect(await best(`${frame}.content_frame.get_by_role("button")`)).toBe(`${frame}${inner}`);
  }
  expect(await page.evaluate('[got.length, document.querySelector("#log").textContent]')).toEqual([
    0,
    '',
  ]);

  const over = new AbortController();
  const cancelled = session.pick({
    signal: over.signal,
    onReady: () => over.abort(new Error('enough')),
  });
  await expect(cancelled).rejects.toThrow('enough');
  await page.click('button');
  expect(await logOf(page)).toBe('a');

  // A person clicks in a tab that is not the current one.
  expect((await session.runNode({ node: newTab() })).failure).toBeUndefined();
  await page.bringToFront();
  const { x, y } = (await (await page.$('button'))?.boundingBox()) ?? { x: 0, y: 0 };
  const onReady = () => void page.mouse.click(x + 5, y + 5);
  const elsewhere = await session.pick({ signal: AbortSignal.timeout(20_000), onReady });
  expect(elsewhere).toMatchObject({ element: { name: 'Add' } });
  expect(elsewhere.candidates[0]).toEqual(both.candidates[0]);
  expect(session.state().tabs).toMatchObject([{ isCurrent: true }, { isCurrent: false }]);
});

test('shows and sets inputs and variables, but no secrets', async () => {
  const type = interact('input_text', {
    command: 'locator("input")',
    input_text: '{name[0]}{extra[0]}',
  });
  const { options } = withSecrets({ pin: [{ value: '4711-secret' }] });
  const inputs = { name: ['Ann'] };
  await using opened = await stage.debug('<input>', [type], { ...options, inputs });
  const { session, page } = opened;
  expect(session.state().variables).toEqual({ name: ['Ann'], pin: ['[hidden]'] });
  expect((await session.runNode({ path: 'nodes[0]' })).failure?.message).toContain('extra');

  await session.setVariables({ name: ['Bob'], extra: ['!'], gone: ['x'] });
  await session.setVariables({ gone: null });
  expect(session.state().variables).toMatchObject({ name: ['Bob'], extra: ['!'] });
  expect(session.state().variables).not.toHaveProperty('gone');
  await session.runUntil({});
  expect(await page.evaluate('document.querySelector("input").value')).toBe('Bob!');

  await expect(session.setVariables({ pin: ['1'] })).rejects.toThrow('is a secret');
  await expect(session.setVariables({ name: null })).rejects.toThrow('is an input');
  await expect(session.setVariables({ task_id: ['1'] })).rejects.toThrow('reserved');
});

const parameters = { input_parameters: {}, generated_parameters: { seen: ['no'] } };

test('restarts without cookies and storage, with the current inputs and the initial variables', async () => {
  const visit = interact('go_to_url', { url: `${stage.url}/inner` });
  await using opened = await stage.debug(form, [visit], { automation: { parameters } });
  const { session, page } = opened;
  await session.runUntil({});
  await session.setVariables({ seen: ['yes'] });
  await page.evaluate(`(async () => {
    localStorage.kept = 'yes';
    await (await caches.open('kept')).put('/kept', new Response('yes'));
    await new Promise((resolve) => { indexedDB.open('kept').onsuccess = resolve; });
    const tab = open('/inner');
    await new Promise((resolve) => { tab.onload = resolve; });
  })()`);

  const { failure } = await session.restart();
  expect(failure).toBeUndefined();
  const pages = await page.browserContext().pages();
  expect(pages).toHaveLength(1);
  const left = `(async () => [document.cookie, localStorage.length, await caches.keys(),
    await indexedDB.databases()])()`;
  expect(await pages[0]?.evaluate(left)).toEqual(['', 0, [], []]);
  expect(session.state()).toMatchObject({ position: 'nodes[0]', variables: { seen: ['no'] } });
  expect(await session.snapshot()).toMatchObject({
    pageUrl: session.state().pageUrl,
    accessibilitySnapshot: expect.stringContaining('button "Buy"'),
    screenshot: expect.any(Uint8Array),
  });
});

test('continues after a cancelled step, a page that hangs, a closed page, and a start page that does not open', async () => {
  const wait = { type: 'action_node', sleep_action: { sleep_time: 60 } };
  const options = { dependencies: { limits: { unresponsiveMs: 500 } }, automation: { parameters } };
  const hang = `<button onclick="${BLOCK}">Hang</button>`;
  await using opened = await stage.debug(`${form}${hang}`, [click('Add')], options);
  const { session, page } = opened;
  expect(session.cancel()).toBe(false);
  await session.setVariables({ seen: null });
  expect((await session.runNode({ node: newTab() })).failure).toBeUndefined();
  const waiting = session.runNode({ node: wait });
  await pollUntil('the step runs', () => session.cancel());
  await expect(waiting).rejects.toThrow('cancelled');
  // Its tabs stay open, and the same one is current.
  expect((await session.locate('get_by_role("button")')).matches).toMatchObject([
    { name: 'Inner' },
  ]);
  expect(session.state().tabs).toMatchObject([{ isCurrent: false }, { isCurrent: true }]);
  expect(session.state().variables).toEqual({});
  const close = interact('close_current_tab', {});
  expect((await session.runNode({ node: close })).failure).toBeUndefined();
  expect((await session.runUntil({})).failure).toBeUndefined();
  expect(await logOf(page)).toBe('a');

  const { failure } = await session.runNode({ node: click('Hang') });
  expect(failure?.class).toBe('page_unresponsive');
  expect((await session.snapshot()).pageUrl).toBe('about:blank');
  // A page that took long to leave its document was replaced.
  const [blank] = await page.browserContext().pages();
  await blank?.close();
  session.setAutomation(automationWith([click('Buy')], 'http://127.0.0.1:1/'));
  expect((await session.restart()).failure?.class).toBe('navigation');
  const [hanging] = await page.browserContext().pages();
  hanging?.evaluate('for (;;);').catch(() => undefined);
  expect((await session.restart()).failure?.class).toBe('navigation');
  expect(session.state()).toMatchObject({ position: 'nodes[0]', tabs: [{ isCurrent: true }] });
});
