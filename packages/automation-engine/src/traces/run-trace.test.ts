import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openBrowser, type TestBrowser } from '@errand/test-kit';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { interact, openStage, type RunOptions, type Stage } from '../test/run-on-page.ts';
import type { DoneStep } from '../reports/run-events.ts';
import { readTrace, type ReadTrace } from './testing/read-trace.ts';
import { redactLine } from './pack-trace.ts';
import { openTraceFile } from './trace-file.ts';

const directory = mkdtempSync(join(tmpdir(), 'errand-trace-'));
let browser: TestBrowser;
let stage: Stage;
beforeAll(async () => {
  browser = await openBrowser();
  stage = await openStage(browser, (request, response) => {
    if (request.url === '/frame') {
      response.setHeader('content-type', 'text/html');
      response.end('<!doctype html><p>in the frame</p>');
    } else if (request.url === '/style.css') {
      response.setHeader('content-type', 'text/css');
      response.end('button { color: rgb(1, 2, 3) }');
    } else {
      response.setHeader('set-cookie', 'login=cookie-value');
      response.end('{"kept":"body"}');
    }
  });
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
  await browser[Symbol.asyncDispose]();
  rmSync(directory, { recursive: true });
});

async function trace(
  page: string,
  nodes: readonly object[],
  { keepsBodies = false, ...options }: RunOptions & { readonly keepsBodies?: boolean } = {},
): Promise<ReadTrace> {
  const own = mkdtempSync(join(directory, 'run-'));
  const file = openTraceFile({ directory: own, title: 'test', keepsBodies });
  const pictures: Promise<unknown>[] = [];
  const onStepDone = ({ capture }: DoneStep) => void pictures.push(capture());
  const dependencies = { ...options.dependencies, onStepDone, trace: file };
  await stage.run(page, nodes, { ...options, dependencies });
  await Promise.allSettled(pictures);
  return readTrace(await file.pack());
}

const type = (id: string, text: string) =>
  interact('input_text', { command: `locator("#${id}")`, input_text: text, fill_or_type: 'fill' });
const click = (command: string) => interact('click_element', { command });

const page = `<link rel=stylesheet href="/style.css"><style>p { color: red }</style>
<iframe src="/frame"></iframe><div id=host></div><closed-host></closed-host><canvas width=20 height=10></canvas>
<input id=name><input id=pass type=password><button>Add</button><ul></ul>
<a href=" java&#10;script:alert(1)" onclick="alert(2)">x</a><svg><script>3</script></svg>
<p>${'A long text that does not change, so that it is worth referring to. '.repeat(3)}</p>
<script>
  const root = host.attachShadow({ mode: 'open' });
  root.innerHTML = '<b>in the shadow</b>';
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('b { color: green }');
  root.adoptedStyleSheets = [sheet];
  const inner = document.createElement('div');
  inner.attachShadow({ mode: 'closed' }).innerHTML = 'inner';
  const closed = document.querySelector('closed-host').attachShadow({ mode: 'closed' });
  closed.innerHTML = '<i>closed</i><input type=password value=typed-password>';
  closed.append(inner);
  document.querySelector('button').onclick = () => {
    console.warn('adding', document.querySelector('#name').value, { id: 7, in: { a: 'b' } }, ['x', null, -0], document.body);
    console.warn(new Map([[1, 2]]), new Error('lost'), Object.assign(new (class Row {})(), { text: 'y'.repeat(200), run() {} }), [{}]);
    const long = 'z'.repeat(150);
    const named = Object.assign(document.createElement('i'), { id: long });
    console.warn({ error: new Error(long), list: [new Error(long)], symbol: Symbol(long), pattern: new RegExp(long), named }, [named, { [Symbol.toStringTag]: long }]);
    document.querySelector('ul').append(Object.assign(document.createElement('li'), { textContent: 'item' }));
    document.querySelector('style').sheet.insertRule('p { margin: 3px }');
    document.querySelector('li').onclick = () => fetch('/data?x=1');
  };
</script>`;

test('records steps, loops, frames, shadow roots, style sheets and the failure', async () => {
  const { events, entries, files, render } = await trace(
    page,
    [
      type('name', 'Ann'),
      type('pass', '{typed[0]}'),
      {
        type: 'for_loop_node',
        variable_name: 'rows',
        nodes: [click('get_by_role("button", name="Add")')],
      },
      click('locator("li").first'),
      click('get_by_role("link", name="Missing")'),
    ],
    { inputs: { rows: ['1', '2'], typed: ['typed-password'] } },
  );

  const started = events.filter(({ type: kind }) => kind === 'before');
  const titles = new Map(started.map(({ callId, title }) => [callId, title]));
  const tree = started.map(({ title, parentId }) => [title, titles.get(parentId)]);
  expect(tree).toEqual([
    ['nodes[0] input_text locator("#name")', undefined],
    ['nodes[1] input_text locator("#pass")', undefined],
    ['nodes[2] for_loop_node', undefined],
    ['nodes[2][0] iteration', 'nodes[2] for_loop_node'],
    [
      'nodes[2][0].nodes[0] click_element get_by_role("button", name="Add")',
      'nodes[2][0] iteration',
    ],
    ['nodes[2][1] iteration', 'nodes[2] for_loop_node'],
    [
      'nodes[2][1].nodes[0] click_element get_by_role("button", name="Add")',
      'nodes[2][1] iteration',
    ],
    ['nodes[3] click_element locator("li").first', undefined],
    ['nodes[4] click_element get_by_role("link", name="Missing")', undefined],
  ]);
  const ended = events.filter(({ type: kind }) => kind === 'after');
  expect(new Set(ended.map(({ callId }) => callId))).toEqual(new Set(titles.keys()));
  expect(ended.filter(({ error }) => error)).toMatchObject([
    { error: { name: 'locator_not_found' } },
  ]);

  const [first = '', frame = ''] = render('before@step@0');
  expect(first).toContain(
    '<TEMPLATE __playwright_shadow_root_="open"><B>in the shadow</B><STYLE>b { color: green; }',
  );
  // The first snapshot of a document waits for its closed roots; others may be taken until then.
  expect([render('before@load'), render('before@step@0')].join('\n')).toContain(
    '<TEMPLATE __playwright_shadow_root_="open"><I>closed</I>',
  );
  expect(first).toContain('<STYLE>p { color: red; }');
  expect(first).toMatch(/<IFRAME [^>]*__playwright_src__="\/snapshot\/frame@/);
  expect(first).toMatch(/<CANVAS [^>]*__playwright_bounding_rect__=/);
  expect(frame).toContain('in the frame');
  expect(render('action@step@0')[0]).toMatch(/<INPUT id="name"[^>]*__playwright_target__="step@0"/);
  expect(first).toContain('<A>x</A><svg></svg>');
  const [last = ''] = render('after@step@6');
  expect(last).toMatch(/__playwright_value_="Ann"/);
  expect(last).toMatch(/<INPUT id="pass" type="password" __playwright_value_="">/);
  expect(last).toContain('>item</LI><LI>item</LI>');
  expect(last).toContain('<I>closed</I>');
  expect(last).toContain('<TEMPLATE __playwright_shadow_root_="open">inner</TEMPLATE>');
  expect(last).toContain('p { margin: 3px; }');
  const frames = events.filter(({ type: kind }) => kind === 'screencast-frame');
  expect(frames[0]).toMatchObject({ width: 640, pageId: expect.stringMatching(/^page@/) });
  const picture = Buffer.from(files.get(frames[0]?.file ?? '') ?? []);
  expect(picture.subarray(0, 2).toString('hex')).toBe('ffd8');
  // Compares booleans, because `toContain` would print the whole trace.
  expect(JSON.stringify(events).includes('typed-password')).toBe(false);
  expect(JSON.stringify(events).split('A long text').length).toBeLessThan(6);

  expect(events.find(({ type: kind }) => kind === 'input')).toMatchObject({ callId: 'step@0' });
  expect(events.filter(({ point }) => point).length).toBeGreaterThan(1);
  const lines = events.flatMap(({ type: kind, text = '' }) => (kind === 'console' ? [text] : []));
  const ours = lines.filter((line) => !line.startsWith('[DOM]'));
  expect(ours.slice(0, 3)).toEqual([
    'adding Ann {id: 7, in: Object} ["x", null, -0] body',
    expect.stringMatching(/^Map\(1\) Error: lost\n.* Row {text: …, run: function} \[Object\]$/s),
    '{error: …, list: Array(1), symbol: …, pattern: …, named: …} […, …]',
  ]);
  const sheet = entries.find(({ request }) => request.url.endsWith('/style.css'));
  const kept = files.get(sheet?.response.content._file ?? '');
  expect(Buffer.from(kept ?? []).toString()).toContain('rgb(1, 2, 3)');
  const data = entries.find(({ request }) => request.url.includes('/data'));
  expect(data).toMatchObject({ response: { status: 200 } });
  expect(data?.response.content._file).toBeUndefined();
  expect(JSON.stringify(entries)).not.toContain('cookie-value');
});

test('keeps bodies when asked, and redacts secrets in everything', async () => {
  const resolver = {
    resolve: async () => ({
      secret: { reveal: () => 'the secret "7"' },
      expiresAt: null,
      allowedOrigins: undefined,
    }),
  } as never;
  const shows = `<input id=token oninput="
    document.querySelector('p').textContent = this.value;
    document.title = this.value;
    console.log('typed', this.value, { same: this.value, long: this.value.repeat(20) });
    const headers = { 'X-Access-Token': 'login-of-the-portal', 'X-Page': 'kept' };
    for (const name of ['Ocp-Apim-Subscription-Key', 'X-Functions-Key', 'X-Access-Key'])
      headers[name] = 'key-of-the-portal';
    fetch('/data?x=' + encodeURIComponent(this.value), { method: 'POST', body: this.value, headers })
      .then((response) => response.text())
      .then(() => { document.querySelector('b').textContent = 'stored'; })"><p></p><b></b>`;
  const { events, entries, files } = await trace(
    shows,
    [type('token', '{token[0]}'), click('get_by_text("stored")')],
    {
      keepsBodies: true,
      dependencies: { secrets: resolver },
      automation: {
        parameters: {
          input_parameters: {},
          generated_parameters: {},
          secure_parameters: { token: [{ totp: { totp_secret: 'JBSWY3DPEHPK3PXP' } }] },
        },
      },
    },
  );
  const everything = [events, entries].map((part) => JSON.stringify(part)).join();
  const bodies = [...files.values()].map((content) => Buffer.from(content).toString()).join();
  for (const form of ['the secret', encodeURIComponent('the secret "7"')]) {
    expect(everything).not.toContain(form);
    expect(bodies).not.toContain(form);
  }
  expect(everything).toContain('[redacted]');
  expect(everything).toContain('"value":"kept"');
  expect(everything).not.toMatch(/(?:login|key)-of-the-portal/);
  expect(bodies).toContain('{"kept":"body"}');
});

test('is bounded, and says what was omitted', async () => {
  const own = mkdtempSync(join(directory, 'full-'));
  const file = openTraceFile({ directory: own, title: 'full', keepsBodies: false });
  for (let line = 0; line < 2_010; line += 1) file.addConsole({ type: 'console', text: `${line}` });
  expect(file.addFile('resources', new Uint8Array(17 * 1024 ** 2))).toBeUndefined();
  const long = 'x'.repeat(1024 ** 2);
  const snapshot = '{"type":"frame-snapshot"}';
  file.addSnapshot(snapshot);
  for (let mebibyte = 0; mebibyte < 30; mebibyte += 1) file.add({ type: 'log', message: long });
  // There is room for it, but it may refer to a snapshot for which there was no room.
  file.addSnapshot(snapshot);
  const { events } = readTrace(await file.pack());
  expect(events.filter(({ type: kind }) => kind === 'log').length).toBeLessThan(24);
  expect(events.filter(({ type: kind }) => kind === 'console')).toHaveLength(2_001);
  expect(events.filter(({ type: kind }) => kind === 'frame-snapshot')).toHaveLength(1);
  expect(events.at(-1)?.text).toBe(
    'The trace has reached its limits; what followed is missing: consoleLines, fileBytes, text.',
  );
});

const redaction = {
  hasRevealed: () => true,
  redact: (text: string) => text.replaceAll('123456', '[redacted]'),
  redactParts: (parts: readonly string[]) => parts,
};

test('redacts secrets in files that were seen before the secrets became known', async () => {
  const own = mkdtempSync(join(directory, 'late-'));
  const file = openTraceFile({ directory: own, title: 'late', keepsBodies: true });
  const name = file.addFile('resources', Buffer.from('your code is 123456'));
  file.redactWith(redaction);
  const { files } = readTrace(await file.pack());
  expect(Buffer.from(files.get(name ?? '') ?? []).toString()).toBe('your code is [redacted]');
});

test.each(['latin1', 'utf16le'] as const)('redacts secrets in files in %s', async (encoding) => {
  const own = mkdtempSync(join(directory, 'encoded-'));
  const file = openTraceFile({ directory: own, title: 'encoded', keepsBodies: true });
  const name = file.addFile('resources', Buffer.from('<p>Größe</p>123456', encoding));
  file.redactWith(redaction);
  const { files } = readTrace(await file.pack());
  const kept = Buffer.from(files.get(name ?? '') ?? []).toString(encoding);
  expect(kept).toBe('<p>Größe</p>[redacted]');
});

test('redacts only the strings of a line', () => {
  const line = JSON.stringify({ time: 123456.5, text: 'code 123456' });
  expect(JSON.parse(redactLine(line, redaction))).toEqual({
    time: 123456.5,
    text: 'code [redacted]',
  });
});

test('at its limit, drops all later snapshots but ends its actions', async () => {
  const own = mkdtempSync(join(directory, 'full-'));
  const file = openTraceFile({ directory: own, title: 'test', keepsBodies: false });
  const snapshot = (name: string, html: unknown) =>
    file.addSnapshot(
      JSON.stringify({
        type: 'frame-snapshot',
        snapshot: { snapshotName: name, frameId: 'f', html },
      }),
    );
  snapshot('first', ['P', {}, 'x'.repeat(21 * 1024 ** 2)]);
  snapshot('refused', ['P', {}, 'x'.repeat(2 * 1024 ** 2)]);
  snapshot('later', [[2, 1]]);
  file.add({ type: 'after', callId: 'call@1', text: 'x'.repeat(1024 ** 2) });
  const { events } = readTrace(await file.pack());
  expect(events.map((event) => event.snapshot?.snapshotName ?? event.type)).toEqual([
    'context-options',
    'first',
    'after',
    'console',
  ]);
  expect(events.at(-1)?.text).toMatch(/reached its limits.*: text\./);
});
