import { expect, test } from '@jest/globals';
import { BLOCK } from '@errand/test-kit';
import { failureOf, interact } from '../../test/run-on-page.ts';
import { useStage } from '../../test/use-stage.ts';

/** Longer than a page may be silent. */
const SLOW_MS = 22_000;

const stage = useStage(({ url }, response) => {
  response.setHeader('content-type', 'text/html');
  if (url === '/slow') {
    const answer = () => response.end('<iframe srcdoc="<button>Pay</button>"></iframe>');
    setTimeout(answer, SLOW_MS);
    return;
  }
  // The frame blocks only after the page has loaded and sent it a message: immediately, or after it
  // has added matches for a while.
  response.end(`<p>ad</p><button>Buy</button><script>
    const hang = () => ${BLOCK};
    const add = () => document.body.append(document.createElement('button'));
    onmessage = ({ data }) => {
      if (data !== 'add') hang();
      setInterval(add, 100);
      setTimeout(hang, 3000);
    };</script>`);
});

const page =
  () => `<iframe width=300 height=100 src="${stage.url.replace('127.0.0.1', 'localhost')}/ad"></iframe>
  <script>
    const frame = document.querySelector('iframe');
    // On a busy machine, a step may come before the frame has its document.
    const loaded = new Promise((resolve) => { frame.onload = resolve; });
    const send = (text) => loaded.then(() => frame.contentWindow.postMessage(text, '*'));
  </script>
  <button onclick="send('')">Hang</button>
  <button onclick="send('add')">Add</button>
  <button onclick="window.paid = 1">Pay now</button>`;
const click = (target: object) =>
  interact('click_element', target, { node: { end_sleep_time: 1 } });
const hang = click({ command: 'get_by_text("Hang")' });
const inFrame = 'frame_locator("iframe").get_by_role("button")';

test('works next to a hanging frame of another site, and fails in time inside it', async () => {
  const run = await stage.run(page(), [
    hang,
    click({ keyword: 'Pay now' }),
    click({ command: 'get_by_text("Pay now")' }),
    {
      type: 'assert_locator_node',
      locator: inFrame,
      assertion: 'to_be_hidden',
      timeout: 1,
      output_variable_name: 'gone',
    },
    {
      condition: 'gone[0]',
      if_nodes: [{ fail_state_action: { failure_message: 'a silent frame hides nothing' } }],
    },
    click({ coordinates: [40, 40] }),
  ]);
  expect(run.events.slice(0, 4).map(({ outcome }) => outcome)).toEqual(Array(4).fill('done'));
  expect(await run.read('window.paid')).toBe(1);
  expect(failureOf(run)).toMatch(
    /^not_actionable: .*The point \[40, 40\] is in a frame that does not respond/,
  );
  for (const { durationMs } of run.events) expect(durationMs).toBeLessThan(9000);
});

test('nothing counts as hidden in a frame that hangs', async () => {
  const hidden = { command: inFrame, assertion: 'to_be_hidden', timeout: 2 };
  const run = await stage.run(page(), [
    hang,
    { assertion_action: { expect: hidden }, end_sleep_time: 0 },
  ]);
  expect(failureOf(run)).toMatch(/^assertion_failed: /);
});

const list = { command: inFrame, all_matches: true, extraction_format: { texts: 'str' } };
const text = { command: inFrame, extraction_format: { text: 'str' } };
const table = { command: inFrame, table: true, extraction_format: { rows: 'Any' } };
const count = { locator: inFrame, name: 'buttons', locator_timeout: 1 };
const captcha = { locator: 'get_by_text("Pay now")', secondary_locator: inFrame };

const nodes = [
  { extraction_action: { locator: list, allow_none: true } },
  { extraction_action: { locator: text, allow_none: true } },
  { misc_action: { count_locator: count } },
  { extraction_action: { locator: table, allow_none: true } },
  { type: 'for_loop_node', locator: inFrame, locator_timeout: 1, nodes: [hang] },
  { captcha_action: captcha },
];

test('nothing counts as absent in a frame that hangs', async () => {
  const runs = await Promise.all(nodes.map((node) => stage.run(page(), [hang, node])));
  // A starved machine gets up to three times as long.
  const silent = expect.stringMatching(
    /^not_actionable: .*is in a page or frame that does not respond. Waited [2-6]\d/,
  );
  expect(runs.map(failureOf)).toEqual(nodes.map(() => silent));
  for (const run of runs) {
    expect(run.result.outputData).toEqual([]);
    expect(run.events.at(-1)?.durationMs).toBeLessThan(90_000);
  }
});

test('a page that waits for the next one does not hang', async () => {
  const leave = `<button onclick="setTimeout(() => { location.href = '${stage.url}/slow' }, 300)">Hang</button>`;
  // The button that it shows is not a table.
  const reads = nodes.slice(0, 3);
  const runs = await Promise.all(reads.map((node) => stage.run(leave, [hang, node])));
  expect(runs.map(failureOf)).toEqual(reads.map(() => 'success'));
  expect(JSON.stringify(runs.map(({ result }) => result.outputData))).toContain('["Pay"]');
  const isSeen = { type: 'assert_locator_node', locator: inFrame, timeout: 3 };
  const seeing = await stage.run(leave, [
    hang,
    { ...isSeen, assertion: 'to_be_visible', output_variable_name: 'seen' },
    { condition: 'not seen[0]', if_nodes: [{ fail_state_action: { failure_message: 'unseen' } }] },
  ]);
  expect(failureOf(seeing)).toBe('success');
});

test('fails in time when a frame starts to hang while a list is read from it', async () => {
  const read = { extraction_action: { locator: list, allow_none: true }, before_sleep_time: 0 };
  const run = await stage.run(page(), [click({ command: 'get_by_text("Add")' }), read]);
  expect(failureOf(run)).toMatch(/^not_actionable: .*is in a page or frame that does not respond/);
  expect(run.result.outputData).toEqual([]);
});
