import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openBrowser, type TestBrowser } from '@errand/test-kit';
import {
  clickAndWait,
  pageWithButton as page,
  readText,
  textOf,
} from '../../test/click-and-read.ts';
import { failureOf, openStage, type Stage } from '../../test/run-on-page.ts';

let browser: TestBrowser;
let stage: Stage;
beforeAll(async () => {
  browser = await openBrowser();
  stage = await openStage(browser, ({ url }, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    const hang = `<script>setTimeout(() => { const end = Date.now() + 20000; while (Date.now() < end); }, 300)</script>`;
    response.end(url === '/hangs' ? hang : 'not here');
  });
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
  await browser[Symbol.asyncDispose]();
});

const sleep = (seconds: number) => ({ sleep_action: { sleep_time: seconds } });
/** Ticks every 150 ms, and answers each message 700 ms later. */
const ticking = (port: string) =>
  `${port} setInterval(() => port.postMessage('tick'), 150); port.onmessage = () => setTimeout(() => port.postMessage('new'), 700)`;
const show = `({ data }) => { if (data === 'tick') tick.textContent = Math.random(); else put(data) }`;

test.each([
  [
    'worker',
    `const port = new Worker(${JSON.stringify(`data:text/javascript,${ticking('const port = self;')}`)});
     port.onmessage = ${show};`,
  ],
  [
    'port that was transferred',
    `const { port1: port, port2 } = new MessageChannel();
     port.onmessage = ${show};
     new Worker(${JSON.stringify(`data:text/javascript,onmessage = ({ ports: [port] }) => { ${ticking('')} }`)}).postMessage(1, [port2]);`,
  ],
  [
    'port that was received',
    `let port;
     new Worker(${JSON.stringify(`data:text/javascript,const { port1: port, port2 } = new MessageChannel(); ${ticking('')}; postMessage(1, [port2])`)})
       .onmessage = ({ ports }) => { port = ports[0]; port.onmessage = ${show}; };`,
  ],
])('does not mistake a tick of a %s for its answer', async (_what, before) => {
  const run = await stage.run(page(`port.postMessage(1)`, before), [
    sleep(0.5),
    clickAndWait(),
    readText(),
  ]);
  expect(failureOf(run)).toBe('success');
  expect(textOf(run)).toBe('new');
  expect(run.events[1]?.waitedFor).toBeUndefined();
});

test('does not mistake a tick for an answer on a channel that had no time to tick before', async () => {
  const worker = `setInterval(postMessage, 220, 'tick'); onmessage = () => setTimeout(postMessage, 700, 'new')`;
  const onclick = `if (!window.port) {
      window.port = new Worker(${JSON.stringify(`data:text/javascript,${worker}`)});
      port.onmessage = ${show};
    } else port.postMessage(1)`;
  const run = await stage.run(page(onclick), [
    clickAndWait({ end_sleep_time: 0 }),
    clickAndWait(),
    readText(),
  ]);
  expect(textOf(run)).toBe('new');
});

test('waits for each of several answers from a worker', async () => {
  const worker = `onmessage = ({ data }) => setTimeout(postMessage, data, data)`;
  const run = await stage.run(
    page(
      `worker.postMessage(50); worker.postMessage(600)`,
      `const worker = new Worker(${JSON.stringify(`data:text/javascript,${worker}`)});
       worker.onmessage = ({ data }) => put(data === 600 ? 'new' : 'in between');`,
    ),
    [clickAndWait(), readText()],
  );
  expect(textOf(run)).toBe('new');
});

/**
 * What a page may do to its globals. Each part alone would break a tracker that still needed it.
 */
const sabotage = `
  const fail = function () { throw new Error('used by the tracker'); };
  const classes = [Map, WeakMap, Set, Promise, Event, CustomEvent, EventTarget, UIEvent, MutationObserver, MutationRecord, TreeWalker,
    AnimationEffect, KeyframeEffect, Animation, CSSTransition, Performance, MessageChannel, MessagePort, Worker, Array];
  const spared = ['constructor', 'onmessage', 'postMessage', 'currentTarget', 'target', 'data'];
  const changes = [];
  const add = (owner, key, change) => changes.push([owner, key, Object.assign(Object.create(null), { configurable: true }, change)]);
  for (const owner of [...classes.map(({ prototype }) => prototype), Math, Reflect, Object]) {
    for (const key of Reflect.ownKeys(owner)) {
      const { get, value, configurable } = Reflect.getOwnPropertyDescriptor(owner, key);
      if (!configurable || spared.includes(key)) continue;
      if (get) add(owner, key, { get: fail });
      else if (typeof value === 'function') add(owner, key, { value: fail });
    }
  }
  for (const key of ['call', 'apply', 'bind']) add(Function.prototype, key, { value: fail });
  for (const key of ['parentNode', 'getRootNode']) add(Node.prototype, key, { get: fail });
  for (const key of ['createTreeWalker', 'getAnimations']) add(Document.prototype, key, { value: fail });
  add(Element.prototype, 'shadowRoot', { get: fail });
  for (const key of ['bubbles', 'cancelable', 'attributeFilter', 'attributeOldValue']) add(Object.prototype, key, { get: fail });
  for (const owner of [EventTarget, Event, Element, Object]) add(owner, Symbol.hasInstance, { value: fail });
  add(Array, Symbol.species, { get: fail });
  for (const name of ['EventTarget', 'Event', 'UIEvent', 'CustomEvent', 'MessageChannel', 'WebSocket', 'Worker', 'ShadowRoot', 'Element',
    'Node', 'NodeFilter', 'CSSTransition', 'KeyframeEffect', 'MutationObserver', 'Number', 'Math', 'Object', 'Reflect', 'Map', 'WeakMap',
    'Proxy', 'performance', 'globalThis', 'event', 'parent', 'opener']) add(window, name, { get: fail });
  const { defineProperty } = Object;
  for (let index = 0; index < changes.length; index += 1)
    defineProperty(changes[index][0], changes[index][1], changes[index][2]);`;
const freeze = `for (const { prototype } of [Object, Function, Array, Map, WeakMap, Promise, EventTarget, Event, Node, Element])
  Object.freeze(prototype);`;

test.each([
  ['replaces and deletes its globals', sabotage],
  ['freezes its prototypes', freeze],
])(
  'follows a page that %s after it has loaded, and never throws into it',
  async (_what, script) => {
    const before = `const worker = new Worker('data:text/javascript,onmessage = () => setTimeout(postMessage, 100, 1)');
      const { port1, port2 } = new MessageChannel();
      const host = document.body.appendChild(document.createElement('div'));
      const { setTimeout, setInterval, clearInterval, requestAnimationFrame, requestIdleCallback, clearTimeout } = window;
      worker.onmessage = () => setTimeout(() => { host.attachShadow({ mode: 'open' }).textContent = 'x'; put('new') }, 300);
      port2.onmessage = () => requestIdleCallback(() => worker.postMessage(1));
      ${script}`;
    const onclick = `
      out.style.transition = 'opacity 0.1s'; out.style.opacity = 0.5;
      clearTimeout(setTimeout(put, 50, 'wrong')); clearTimeout(); clearTimeout('12');
      let n = 0;
      const interval = setInterval(() => {
        if (++n < 3) return;
        clearInterval(interval);
        requestAnimationFrame(() => scheduler.postTask(() => port1.postMessage(1), {}));
      }, 100);`;
    const run = await stage.run(page(onclick, before), [clickAndWait(), readText()]);
    expect(failureOf(run)).toBe('success');
    expect(textOf(run)).toBe('new');
    expect(run.events[0]?.waitedFor).toBeUndefined();
  },
);

test('hides a tracker fault from the page, and falls back to waiting for plain quiet', async () => {
  // While the stack unwinds, there is room for the browser's function before there is for the
  // tracker.
  const fault = `const sink = () => { try { sink() } catch {} try { requestIdleCallback(() => {}) } catch {} }; sink();`;
  const endless = `setInterval(() => { tick.textContent = Math.random() }, 50)`;
  const run = await stage.run(page(`put('new')`, `${fault} ${endless}`), [
    clickAndWait({ end_sleep_time: 1 }),
    readText(),
  ]);
  expect(failureOf(run)).toBe('success');
  expect(textOf(run)).toBe('new');
  expect(run.events[0]?.waitedFor).toEqual(['changes of a document whose timers are unknown']);
});

test.each([
  ['inherited', `Object.create({ delay: 1500 })`],
  ['a getter', `{ get delay() { return 1500 } }`],
  ['a getter of a class', `new (class { get delay() { return 1500 } })`],
  ['behind a proxy', `new Proxy({}, { get: (_, name) => name === 'delay' ? 1500 : undefined })`],
  ['an object', `{ delay: { valueOf: () => 1500 } }`],
  ['a text', `{ delay: '15e2' }`],
  ['of a function', `Object.assign(() => {}, { delay: 1500 })`],
])('reads the delay of a task as the browser does: %s', async (_what, options) => {
  const onclick = `scheduler.postTask(() => put('new'), ${options})`;
  const [waited, bounded] = await Promise.all([
    stage.run(page(onclick), [clickAndWait(), readText()]),
    stage.run(page(onclick.replaceAll(/1500|15e2/g, '60000')), [
      clickAndWait({ end_sleep_time: 30 }),
    ]),
  ]);
  expect(textOf(waited)).toBe('new');
  expect(waited.events[0]?.waitedFor).toBeUndefined();
  expect(bounded.events[0]?.waitedFor).toBeUndefined();
  expect(bounded.events[0]?.durationMs).toBeLessThan(10_000);
});

test('reads each field of the options of a task once, and passes on their errors', async () => {
  const look = `const asked = [];
    const options = new Proxy({ delay: { valueOf: () => asked.push('value') }, priority: 'background' },
      { get: (fields, name) => { asked.push(name); return fields[name] } });
    const task = scheduler.postTask(() => {}, options);
    const tell = (error) => asked.push(error.name);
    scheduler.postTask(() => {}, { get delay() { throw new RangeError('mine') } }).catch(tell);
    const wrong = [{ delay: 1n }, { delay: -1 }, { priority: 'no' }, { signal: 1 }, 7]
      .map((each) => scheduler.postTask(() => {}, each).catch(tell));
    Promise.all([task, ...wrong]).then(() => put(asked.join()))`;
  const run = await stage.run(page(look), [clickAndWait(), readText()]);
  const errors = ['RangeError', ...Array<string>(5).fill('TypeError')];
  expect(textOf(run)).toBe(['delay', 'value', 'priority', 'signal', ...errors].join());
});

test('a document that runs no scripts takes no extra time', async () => {
  const run = await stage.run(
    `<iframe sandbox="allow-same-origin" srcdoc="<p>old</p>"></iframe>${page(
      `setTimeout(() => { frames[0].document.body.textContent = 1; put('new') }, 300)`,
    )}`,
    [clickAndWait({ end_sleep_time: 20 }), readText()],
  );
  expect(textOf(run)).toBe('new');
  expect(run.events[0]?.waitedFor).toBeUndefined();
  expect(run.events[0]?.durationMs).toBeLessThan(10_000);
});

test('finds a consequence among thousands of timers, whatever set them', async () => {
  const many = `for (let n = 0; n < 6000; n += 1) setTimeout(put, 90000, n);`;
  const loaded = await stage.run(page(`setTimeout(put, 600, 'new')`, many), [
    clickAndWait(),
    readText(),
  ]);
  expect(textOf(loaded)).toBe('new');
  const caused = await stage.run(page(`${many} setTimeout(put, 600, 'new')`), [
    clickAndWait(),
    readText(),
  ]);
  expect(textOf(caused)).toBe('new');
});

test.each([
  [
    'works in slices',
    `let left = 40; const step = () => { work(20); left -= 1; left ? setTimeout(step) : put('new') }; step()`,
  ],
  [
    'polls a value',
    `setTimeout(() => { isReady = true }, 900); const poll = () => { isReady ? put('new') : setTimeout(poll, 30) }; poll()`,
  ],
  [
    'polls in a loop',
    `(async () => { for (let n = 0; n < 30; n += 1) await pause(40); put('new') })()`,
  ],
])('waits for a page that %s', async (_what, onclick) => {
  const before = `let isReady = false;
    const pause = (ms) => new Promise((resolve) => { setTimeout(resolve, ms) });
    const work = (ms) => { const end = performance.now() + ms; while (performance.now() < end); };`;
  const run = await stage.run(page(onclick, before), [clickAndWait(), readText()]);
  expect(textOf(run)).toBe('new');
  expect(run.events[0]?.waitedFor).toBeUndefined();
});

test.each([
  ['as text', `clearTimeout(String(timer))`],
  ['as an object', `clearTimeout({ valueOf: () => timer })`],
  ['as a fraction', `clearTimeout(timer + 0.5)`],
  ['beyond 32 bits', `clearTimeout(timer + 2 ** 32)`],
])('recognises the timer that a page clears %s', async (_what, clear) => {
  const onclick = `const timer = setTimeout(put, 800, 'wrong'); ${clear}; clearTimeout(NaN); put('new')`;
  const run = await stage.run(page(onclick), [clickAndWait({ end_sleep_time: 2 }), readText()]);
  expect(textOf(run)).toBe('new');
  expect(run.events[0]?.waitedFor).toBeUndefined();
});

test.each([
  ['a new frame', `const frame = document.createElement('iframe'); document.body.append(frame);`],
  ['an existing frame', `const frame = document.querySelector('iframe');`],
])('waits for a document that the act puts into %s', async (_what, find) => {
  const content = '<script>setTimeout(() => parent.put(`new`), 800)<\\/script>';
  const run = await stage.run(
    `<iframe></iframe>${page(`${find} frame.srcdoc = '${content}'`, 'window.put = put;')}`,
    [clickAndWait(), readText()],
  );
  expect(textOf(run)).toBe('new');
  expect(run.events[0]?.waitedFor).toBeUndefined();
});

test('does not wait for a frame that endlessly gets new documents', async () => {
  const endless = `const content = '<script>frameElement.srcdoc = frameElement.srcdoc<\\/script>';
    document.querySelector('iframe').srcdoc = content;`;
  const run = await stage.run(`<iframe></iframe>${page(`put('new')`, endless)}`, [
    clickAndWait({ end_sleep_time: 30 }),
    readText(),
  ]);
  expect(textOf(run)).toBe('new');
  expect(run.events[0]?.durationMs).toBeLessThan(20_000);
});

test('waits only briefly for a hanging frame of another site, and the step reports it', async () => {
  const hangs = `${stage.url.replace('127.0.0.1', 'localhost')}/hangs?secret`;
  const run = await stage.run(
    `<iframe src="${hangs.replace('?secret', '')}"></iframe>${page(`setTimeout(put, 300, 'new')`)}`,
    [sleep(1), clickAndWait(), clickAndWait({ end_sleep_time: 30 }), readText()],
  );
  expect(failureOf(run)).toBe('success');
  expect(textOf(run)).toBe('new');
  const silent = ['frame /hangs, which does not respond'];
  expect(run.events.slice(1, 3).map(({ waitedFor }) => waitedFor)).toEqual([silent, silent]);
  expect(run.events[2]?.durationMs).toBeLessThan(15_000);
});
