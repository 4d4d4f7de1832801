import { expect, test } from '@jest/globals';
import { clickAndWait, pageWithButton, readText, textOf } from '../../test/click-and-read.ts';
import { failureOf } from '../../test/run-on-page.ts';
import { useStage } from '../../test/use-stage.ts';

/** Answers each message `data` ms later; `tick` starts sending ticks. */
const worker = `const channel = new BroadcastChannel('questions');
  channel.onmessage = ({ data }) => {
    if (data === 'tick') setInterval(() => channel.postMessage('tick'), 150);
    else if (typeof data === 'number') setTimeout(() => channel.postMessage('new'), data);
  };
  postMessage('ready');`;
const stage = useStage((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/javascript' });
  response.end(worker);
});

const channel = `const channel = new BroadcastChannel('questions');
  channel.onmessage = ({ data }) => { if (data === 'new') put('new') };
  const worker = new Worker('/worker.js');`;
const sleep = (seconds: number) => ({ sleep_action: { sleep_time: seconds } });

test.each([
  ['of a worker', `channel.postMessage(300)`, channel],
  [
    'that other messages of the document precede',
    `channel.postMessage(500); setTimeout(() => other.postMessage('hello'), 50)`,
    `${channel} const other = new BroadcastChannel('questions');`,
  ],
  [
    'of a worker that also sends unprompted messages',
    `channel.postMessage(700)`,
    `${channel}
    worker.onmessage = () => channel.postMessage('tick')`,
  ],
])('waits for an answer over a BroadcastChannel: one %s', async (_what, onclick, before) => {
  const run = await stage.run(pageWithButton(onclick, before), [
    sleep(1),
    clickAndWait({ end_sleep_time: 20 }),
    readText(),
  ]);
  expect(failureOf(run)).toBe('success');
  expect(textOf(run)).toBe('new');
  expect(run.events[1]?.waitedFor).toBeUndefined();
  expect(run.events[1]?.durationMs).toBeLessThan(10_000);
});

test.each([
  ['that gets no reply', `channel.postMessage('hello')`],
  ['on a channel that is closed', `channel.postMessage(3000); channel.close()`],
])('a message over a BroadcastChannel %s costs a second at most', async (_what, send) => {
  const run = await stage.run(pageWithButton(`put('new'); ${send}`, channel), [
    clickAndWait({ end_sleep_time: 30 }),
    readText(),
  ]);
  expect(textOf(run)).toBe('new');
  expect(run.events[0]?.waitedFor).toBeUndefined();
  expect(run.events[0]?.durationMs).toBeLessThan(15_000);
});

test('the replaced BroadcastChannel looks native to the page', async () => {
  const look = `const { name, length } = BroadcastChannel;
    put([name, length, new BroadcastChannel('a').constructor === BroadcastChannel, String(BroadcastChannel)].join())`;
  const run = await stage.run(pageWithButton(look), [clickAndWait(), readText()]);
  expect(textOf(run)).toBe('BroadcastChannel,1,true,function BroadcastChannel() { [native code] }');
});
