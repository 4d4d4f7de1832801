import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { clickAndWait, pageWithButton, readText, textOf } from '../../test/click-and-read.ts';
import { failureOf } from '../../test/run-on-page.ts';
import { useStage } from '../../test/use-stage.ts';

const stage = useStage();

/** Every word in the tracker's sources, and the indices of a call's first parameters. */
function findNames(): readonly string[] {
  const folder = join(import.meta.dirname, 'in-page');
  const sources = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
  const words = sources.join('\n').match(/[A-Za-z]\w*/g) ?? [];
  return [...new Set([...words, '0', '1', '2'])];
}

/** `bare` creates objects for the page to pass, without the fields that all others now inherit. */
const hostile = (value: string) => `
  const [out, go] = ['out', 'go'].map((id) => document.getElementById(id));
  const bare = (fields) => Object.assign(Object.create(null), fields);
  const worker = new Worker('data:text/javascript,onmessage = () => setTimeout(postMessage, 300, 1)');
  const { port1, port2 } = new MessageChannel();
  const channel = new BroadcastChannel('a'), other = new BroadcastChannel('a');
  for (const name of ${JSON.stringify(findNames())})
    if (!(name in Object.prototype)) Object.prototype[name] = ${value};`;

const consequences: readonly (readonly [what: string, onclick: string])[] = [
  ['a timer', `setTimeout(put, 700, 'new')`],
  ['a timer without a delay', `setTimeout(() => setTimeout(put, 700, 'new'))`],
  [
    'an interval',
    `let n = 0; const i = setInterval(() => { if (++n === 4) { clearInterval(i); put('new') } }, 200)`,
  ],
  [
    'frames',
    `let n = 0; const next = () => ++n < 40 ? requestAnimationFrame(next) : put('new'); next()`,
  ],
  ['idleness', `requestIdleCallback(() => setTimeout(put, 600, 'new'), bare({ timeout: 300 }))`],
  ['a task', `scheduler.postTask(() => put('new'), bare({ delay: 700 }))`],
  [
    'a worker',
    `worker.onmessage = () => setTimeout(put, 300, 'new'); worker.postMessage(1, bare())`,
  ],
  [
    'a channel',
    `port1.onmessage = () => setTimeout(put, 500, 'new'); port2.postMessage(1, bare())`,
  ],
  ['a broadcast', `other.onmessage = () => setTimeout(put, 500, 'new'); channel.postMessage(1)`],
  [
    'a transition',
    `out.ontransitionend = () => put('new'); out.setAttribute('style', 'transition: opacity 0.6s; opacity: 0')`,
  ],
];

test.each(
  ['1', '() => 1'].flatMap((value) => consequences.map((each) => [value, ...each] as const)),
)(
  'fields of Object.prototype that are %s do not change the wait for %s',
  async (value, _what, onclick) => {
    const run = await stage.run(pageWithButton(onclick, hostile(value)), [
      clickAndWait({ end_sleep_time: 20 }),
      readText(),
    ]);
    expect(failureOf(run)).toBe('success');
    expect(textOf(run)).toBe('new');
    expect(run.events[0]?.waitedFor).toBeUndefined();
    expect(run.events[0]?.durationMs).toBeLessThan(10_000);
  },
);

test('replaced functions still look native to a page that extends Object.prototype', async () => {
  const look = `put([setTimeout.name, setTimeout.length, WebSocket.name, Worker.length, String(MessageChannel)].join())`;
  const run = await stage.run(pageWithButton(look, hostile('1')), [clickAndWait(), readText()]);
  expect(textOf(run)).toBe('setTimeout,1,WebSocket,1,function MessageChannel() { [native code] }');
});
