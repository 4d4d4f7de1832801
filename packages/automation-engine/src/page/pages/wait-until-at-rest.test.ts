import { expect, test } from '@jest/globals';
import { clickAndWait, readText, textOf } from '../../test/click-and-read.ts';
import { failureOf } from '../../test/run-on-page.ts';
import { useStage } from '../../test/use-stage.ts';

const stage = useStage(({ url = '' }, response) => {
  const delayMs = Number(/after-(\d+)/.exec(url)?.[1] ?? 0);
  const type = url.endsWith('.js') ? 'text/javascript' : 'text/html';
  setTimeout(() => {
    response.writeHead(200, { 'content-type': type, 'access-control-allow-origin': '*' });
    response.end(url.endsWith('.js') ? `put('new'); export default 1` : 'new');
  }, delayMs);
});

const page = (onclick: string, more = '') =>
  `${more}<p id=out>old</p><button id=go>x</button><script>
    const put = (text) => { out.textContent = text; window.changedAt = performance.now() };
    go.onclick = () => { window.clickedAt = performance.now(); ${onclick} }</script>`;

/** Waits for its transition before it restarts its timer and its frames. */
const carousel = `let timer, frame;
  Object.assign(tick.style, { display: 'inline-block', transition: 'opacity 0.08s', opacity: 1 });
  const draw = () => { frame = requestAnimationFrame(() => draw()) };
  const arm = () => {
    cancelAnimationFrame(frame);
    draw();
    clearTimeout(timer);
    timer = setTimeout(() => { tick.style.opacity = tick.style.opacity === '1' ? 0.5 : 1 }, 150);
  };
  tick.ontransitionend = arm;
  arm()`;

/** Late consequences of a click; `more` adds content to the page. */
const consequences: readonly (readonly [what: string, script: string, more?: string])[] = [
  ['a timer', `setTimeout(put, 600, 'new')`],
  ['a timer with a text callback', `setTimeout("put('new')", 400)`],
  [
    'a chain of timers',
    `setTimeout(() => setTimeout(() => setTimeout(put, 250, 'new'), 250), 250)`,
  ],
  [
    'an interval',
    `let n = 0; const i = setInterval(() => { if (++n === 4) { clearInterval(i); put('new') } }, 200)`,
  ],
  [
    'frames',
    `let n = 0; const next = () => ++n < 40 ? requestAnimationFrame(next) : put('new'); next()`,
  ],
  [
    'idleness',
    `setTimeout(() => requestIdleCallback(() => setTimeout(put, 300, 'new'), { timeout: 300 }), 200)`,
  ],
  ['a task', `scheduler.postTask(() => put('new'), { delay: 500 })`],
  [
    'requests and timers',
    `fetch('/after-300').then((r) => r.text()).then((t) => setTimeout(put, 300, t))`,
  ],
  ['a module', `import('/after-400.js')`],
  [
    'a script',
    `document.head.append(Object.assign(document.createElement('script'), { src: '/after-400.js', type: 'module' }))`,
  ],
  [
    'a transition',
    `out.ontransitionend = () => put('new'); out.style.opacity = 0`,
    '<style>#out { transition: opacity 0.6s }</style>',
  ],
  [
    'the end of a transition of a carousel',
    `tick.ontransitionend = () => setTimeout(put, 500, 'new'); tick.style.opacity = 0.1`,
    `<i id=tick>x</i><script>${carousel}</script>`,
  ],
  [
    'a transition that a carousel interrupts',
    `tick.ontransitionend = () => put('new'); tick.style.opacity = 0.1`,
    `<style>#tick { display: inline-block; transition: opacity 0.25s }</style><i id=tick>x</i>
    <script>setInterval(() => { tick.style.opacity = tick.style.opacity === '1' ? 0.5 : 1 }, 300)</script>`,
  ],
  [
    'a transition that a carousel interrupts with several changes',
    `tick.ontransitionend = () => put('new'); tick.style.opacity = 0.1`,
    `<style>#tick { display: inline-block; transition: opacity 0.25s }</style><i id=tick>x</i><b id=other>y</b>
    <script>let n = 0; setInterval(() => { tick.title = ''; other.title = ++n;
      tick.style.opacity = n % 2 ? 0.5 : 1 }, 300)</script>`,
  ],
  [
    'a worker',
    `worker.onmessage = () => put('new'); worker.postMessage(1)`,
    `<script>const worker = new Worker('data:text/javascript,onmessage = () => setTimeout(postMessage, 500, 1)')</script>`,
  ],
  [
    'a channel',
    `const { port1, port2 } = new MessageChannel(); port1.onmessage = () => setTimeout(put, 300, 'new'); port2.postMessage(1)`,
  ],
];

test.each(consequences)(
  'waits for what a click sets in motion: %s',
  async (_what, script, more = '') => {
    const run = await stage.run(page(script, more), [
      clickAndWait({ end_sleep_time: 20 }),
      readText(),
    ]);
    expect(failureOf(run)).toBe('success');
    expect(textOf(run)).toBe('new');
    expect(run.events[0]?.waitedFor).toBeUndefined();
    expect(run.events[0]?.durationMs).toBeLessThan(10_000);
  },
);

test('does not mistake a request for a poll request if a number in it differs', async () => {
  const poll = `<script>let polledAt = 0;
    const poll = () => { polledAt = performance.now(); fetch('/after-20') };
    poll();
    setInterval(poll, 250)</script>`;
  // The request is sent when the poll's next request is due.
  const onclick = `const ask = () => fetch('/after-700').then(() => put('new'));
    setTimeout(ask, polledAt + 240 - performance.now())`;
  const run = await stage.run(page(onclick, poll), [
    { sleep_action: { sleep_time: 1 } },
    clickAndWait(),
    readText(),
  ]);
  expect(textOf(run)).toBe('new');
});

/** Updates when there has been no click for 600 ms, which it checks in its own interval. */
const debouncingInterval = `<script>
  let clickedLast;
  setInterval(() => {
    if (clickedLast === undefined || performance.now() - clickedLast < 600) return;
    clickedLast = undefined;
    put('new');
  }, 100)</script>`;

test('a step can wait for an older interval that reacts to a flag set by the act', async () => {
  const run = await stage.run(page(`clickedLast = performance.now()`, debouncingInterval), [
    { sleep_action: { sleep_time: 0.5 } },
    clickAndWait(),
    {
      misc_action: {
        wait_for: { command: 'locator("#out")', assertion: 'to_have_text', expected: 'new' },
      },
    },
    readText(),
  ]);
  expect(failureOf(run)).toBe('success');
  expect(textOf(run)).toBe('new');
});

test.each([
  [
    'waits for a request that a timeout signal ends',
    `fetch('/after-5000', { signal: AbortSignal.timeout(600) }).catch(({ name }) => put(name))`,
    'TimeoutError',
  ],
  [
    'does not wait for a timeout signal whose request has ended',
    `fetch('/after-20', { signal: AbortSignal.timeout(25000) }).then(() => put('new'))`,
    'new',
  ],
])('%s', async (_what, onclick, expected) => {
  const run = await stage.run(page(onclick), [clickAndWait({ end_sleep_time: 20 }), readText()]);
  expect(textOf(run)).toBe(expected);
  expect(run.events[0]?.waitedFor).toBeUndefined();
  expect(run.events[0]?.durationMs).toBeLessThan(10_000);
});

test('waits in frames, and in documents that a script writes', async () => {
  const inner =
    "<p id=out>old</p><script>onmessage = () => setTimeout(() => { out.textContent = 'new' }, 400)</script>";
  const run = await stage.run(
    `<button id=go>x</button><iframe></iframe><script>
      const written = document.querySelector('iframe').contentDocument;
      written.open();
      written.write(${JSON.stringify(inner).replace('</script>', '<\\/script>')});
      written.close();
      go.onclick = () => frames[0].postMessage(1, '*')</script>`,
    [clickAndWait(), readText('frame_locator("iframe").locator("#out")')],
  );
  expect(failureOf(run)).toBe('success');
  expect(textOf(run)).toBe('new');
});

test('an extraction waits for what earlier steps have left in motion', async () => {
  const left = clickAndWait({ end_sleep_time: 0 });
  const run = await stage.run(page(`setTimeout(put, 600, 'new')`), [
    left,
    readText('locator("#out")', { before_sleep_time: 3 }),
  ]);
  expect(textOf(run)).toBe('new');
});

test('the first step finds what the start page loads late', async () => {
  const late = `<p id=out>old</p><script>setTimeout(() => { out.textContent = 'new' }, 700)</script>`;
  const run = await stage.run(late, [readText()]);
  expect(textOf(run)).toBe('new');
});

test.each([
  ['a clock', `setInterval(show, 60)`],
  ['timers that renew themselves', `(function renew() { show(); setTimeout(renew, 70) })()`],
  ['frames', `(function renew() { show(); requestAnimationFrame(renew) })()`],
  [
    'a poll',
    `(async () => { for (;;) { await fetch('/after-20'); show(); await new Promise((done) => setTimeout(done, 80)) } })()`,
  ],
  [
    'messages of a worker',
    `new Worker('data:text/javascript,setInterval(() => postMessage(1), 60)').onmessage = show`,
  ],
  [
    'an endless animation',
    `tick.animate([{ opacity: 0 }], { duration: 90, iterations: Infinity })`,
  ],
  ['a carousel', carousel],
])('%s does not prolong a step', async (_what, script) => {
  const ticking = `<i id=tick>x</i><script>const show = () => { tick.textContent = Math.random() }; ${script}</script>`;
  const nodes = [
    clickAndWait({ end_sleep_time: 20 }),
    clickAndWait({ end_sleep_time: 20 }),
    readText('locator("#out")', { before_sleep_time: 20 }),
  ];
  const run = await stage.run(page(`put('new')`, ticking), nodes);
  expect(textOf(run)).toBe('new');
  expect(run.events.map(({ waitedFor }) => waitedFor)).toEqual([undefined, undefined, undefined]);
  expect(Math.max(...run.events.map(({ durationMs }) => durationMs))).toBeLessThan(10_000);
});

test('a page that never rests takes the whole bound, and the step reports what was active', async () => {
  const restless = page(`setInterval(() => { out.textContent = Math.random() }, 300)`);
  const run = await stage.run(restless, [clickAndWait({ end_sleep_time: 2 })]);
  expect(failureOf(run)).toBe('success');
  expect(run.events[0]?.waitedFor).toEqual(['interval of 300 ms']);
  expect(run.events[0]?.durationMs).toBeGreaterThan(2000);
  expect(run.events[0]?.durationMs).toBeLessThan(15_000);
});

test('reports an open request without its query', async () => {
  const run = await stage.run(page(`fetch('/after-3000?secret=1')`), [
    clickAndWait({ end_sleep_time: 1 }),
  ]);
  expect(run.events[0]?.waitedFor).toEqual(['request GET /after-3000']);
});

test('the page cannot distinguish the replaced functions from native ones', async () => {
  const look = `(() => {
    const other = document.body.appendChild(document.createElement('iframe')).contentWindow;
    const functions = { setTimeout, clearTimeout, setInterval, clearInterval, requestAnimationFrame, cancelAnimationFrame,
      requestIdleCallback, cancelIdleCallback, WebSocket, EventSource, MessageChannel };
    for (const [owner, name] of [[WebSocket, 'send'], [MessagePort, 'postMessage'], [Worker, 'postMessage'],
      [Element, 'attachShadow'], [Function, 'toString'], [Scheduler, 'postTask']]) functions[name] = owner.prototype[name];
    const wrong = [];
    for (const [name, replaced] of Object.entries(functions)) {
      const native = 'function ' + name + '() { [native code] }';
      const texts = [String(replaced), Function.prototype.toString.call(replaced), other.Function.prototype.toString.call(replaced)];
      if (replaced.name !== name || texts.some((text) => text !== native)) wrong.push(name, ...texts);
    }
    const timer = Object.getOwnPropertyDescriptor(window, 'setTimeout');
    return { wrong, lengths: [setTimeout.length, requestAnimationFrame.length, WebSocket.length, Element.prototype.attachShadow.length],
      timer: [timer.writable, timer.enumerable, timer.configurable, 'prototype' in setTimeout, setTimeout === other.setTimeout],
      isClass: new MessageChannel().constructor === MessageChannel && WebSocket.OPEN === 1,
      names: Object.getOwnPropertyNames(window).filter((name) => !(name in other) && name !== '0').toSorted() };
  })()`;
  const run = await stage.run(page(`put(JSON.stringify(${look}))`), [clickAndWait(), readText()]);
  const unseen = {
    wrong: [],
    lengths: [1, 1, 1, 1],
    timer: [true, true, true, false, false],
    isClass: true,
    names: ['clickedAt'],
  };
  expect(textOf(run)).toBe(JSON.stringify(unseen));
});
