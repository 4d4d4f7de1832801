import { expect, test } from '@jest/globals';
import { failureOf, interact, type Stage } from '../../test/run-on-page.ts';
import { useStage } from '../../test/use-stage.ts';

const stage = useStage();

const ask = `<script>window.said = []</script>
  <button onclick="said.push(confirm('Sure?'), prompt('Name?', 'Ann')); alert('Done')">Go</button>`;
const go = (node: object = {}) =>
  interact('click_element', { command: 'get_by_role("button")' }, { node });
const dialogsOf = (run: Awaited<ReturnType<Stage['run']>>) =>
  run.events.map(({ dialogs }) => dialogs);

const leave = (accept: boolean) =>
  interact(
    'click_element',
    { command: 'get_by_text("Leave")' },
    { node: { dialog: { accept }, end_sleep_time: 3 } },
  );

// proves field: dialog.accept; dialog.text; action_node.dialog.accept; action_node.dialog.text
test('answers dialogs as the step says, or otherwise as the automation says', async () => {
  const run = await stage.run(
    ask,
    [go(), go({ dialog: { accept: false } }), go({ dialog: { accept: true } })],
    {
      inputs: { name: ['Bob'] },
      automation: { dialog: { accept: true, text: '{name[0]} & Co' } },
    },
  );
  expect(failureOf(run)).toBe('success');
  expect(await run.read('said')).toEqual([true, 'Bob & Co', false, null, true, 'Ann']);
  const done = { type: 'alert', message: 'Done' };
  expect(dialogsOf(run)).toEqual([
    [
      { type: 'confirm', message: 'Sure?', action: 'accepted' },
      { type: 'prompt', message: 'Name?', action: 'accepted', text: 'Bob & Co' },
      { ...done, action: 'accepted' },
    ],
    [
      { type: 'confirm', message: 'Sure?', action: 'dismissed' },
      { type: 'prompt', message: 'Name?', action: 'dismissed' },
      { ...done, action: 'dismissed' },
    ],
    [
      { type: 'confirm', message: 'Sure?', action: 'accepted' },
      { type: 'prompt', message: 'Name?', action: 'accepted', text: 'Ann' },
      { ...done, action: 'accepted' },
    ],
  ]);
});

test('answers dialogs before the first step as the automation says, and records them', async () => {
  const run = await stage.run(
    `<script>window.said = confirm('Cookies?')</script><button>Go</button>`,
    [go({ dialog: { accept: true } })],
    { automation: { dialog: { accept: false } } },
  );
  expect(failureOf(run)).toBe('success');
  expect(await run.read('said')).toBe(false);
  expect(dialogsOf(run)).toEqual([[{ type: 'confirm', message: 'Cookies?', action: 'dismissed' }]]);
});

test('answers dialogs that open during the wait at the end of the step', async () => {
  const late = `<button onclick="setTimeout(() => { this.textContent = prompt('Code?') }, 50)">Go</button>`;
  const run = await stage.run(late, [
    go({ dialog: { accept: true, text: 'late' }, end_sleep_time: 3 }),
  ]);
  expect(await run.read('document.querySelector("button").textContent')).toBe('late');
});

test('records dialogs after the last step in the record of that step', async () => {
  const late = `<button onclick="setTimeout(() => alert('later'), 300); alert('now')">Go</button>`;
  const run = await stage.run(late, [go()], {
    automation: { expected_downloads: 1 },
    dependencies: { limits: { downloadStartMs: 3000 } },
  });
  expect(failureOf(run)).toMatch(/^download_missing/);
  expect(dialogsOf(run)).toEqual([
    [
      { type: 'alert', message: 'now', action: 'accepted' },
      { type: 'alert', message: 'later', action: 'accepted' },
    ],
  ]);
});

test('stays on a page with a beforeunload dialog, or leaves it', async () => {
  const page = `<button onclick="window.addEventListener('beforeunload', (event) => event.preventDefault())">Go</button>
    <a href="about:blank">Leave</a>`;
  const stayed = await stage.run(page, [go(), leave(false)]);
  expect(stayed.events[1]?.dialogs).toEqual([
    { type: 'beforeunload', message: '', action: 'dismissed' },
  ]);
  expect(await stayed.read('location.protocol')).toBe('http:');
  const left = await stage.run(page, [
    go(),
    leave(true),
    interact('go_to_url', { url: 'about:blank' }),
  ]);
  expect(failureOf(left)).toBe('success');
  expect(await left.read('location.href')).toBe('about:blank');
});

test.each([
  ['has no value', '{missing[3]}', /missing\[3\]/],
  ['is too long', '{long[0]}', /^invalid_params: dialog\.text has 1200 characters .* at most 1000/],
])('dismisses a prompt whose text %s, and fails the step', async (_problem, text, reason) => {
  const run = await stage.run(ask, [go({ dialog: { accept: true, text } })], {
    inputs: { long: ['x'.repeat(1200)], missing: [] },
  });
  expect(failureOf(run)).toMatch(reason);
  expect(await run.read('said')).toEqual([true, null]);
});
