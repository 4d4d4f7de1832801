import { expect, test } from '@jest/globals';
import { problemsOf } from '../test/refusal.ts';
import { automationWith } from '../test/wire-nodes.ts';

const command = 'locator("a")';

const drags: readonly [params: object, path: readonly string[], message: RegExp][] = [
  [{ offset: { x: 1 } }, [], /has no target/],
  [{ command }, [], /exactly one of destination, offset; found none/],
  [
    { command, destination: { command }, offset: { x: 1 } },
    ['offset'],
    /exactly one of destination, offset; found/,
  ],
  [{ command, destination: {} }, ['destination'], /exactly one of command, xpath; found none/],
  [
    { command, destination: { command, xpath: '//a' } },
    ['destination', 'xpath'],
    /exactly one of command, xpath/,
  ],
  [{ command, destination: { command: '#bin' } }, ['destination', 'command'], /locator\("#bin"\)/],
  [{ command, offset: { y: 0 } }, ['offset'], /not a distance: specify x or y/],
  [
    { coordinates: [1, 2], position: { x: 1, y: 1 }, offset: { x: 1 } },
    ['position'],
    /needs the element that command or xpath finds/,
  ],
  [{ command, offset: { x: 1 }, hold_seconds: 61 }, ['hold_seconds'], /60/],
];

test.each(drags)('rejects the drag %j', (params, path, message) => {
  const problems = problemsOf(automationWith([{ interaction_action: { drag_and_drop: params } }]));
  expect(problems).toEqual([
    {
      path: ['nodes', 0, 'interaction_action', 'drag_and_drop', ...path],
      message: expect.stringMatching(message),
    },
  ]);
});

const dialogs: readonly [dialog: object, path: readonly string[], message: RegExp][] = [
  [{}, ['accept'], /missing: specify a boolean/],
  [{ accept: false, text: 'Ann' }, ['text'], /text needs accept true/],
  [{ accept: true, text: 'a'.repeat(1001) }, ['text'], /1000/],
  [{ accept: true, answer: 'Ann' }, ['answer'], /no field "answer"/],
];

test.each(dialogs)('rejects the dialog answer %j', (dialog, path, message) => {
  const problem = { message: expect.stringMatching(message) };
  const step = { sleep_action: { sleep_time: 0 }, dialog };
  expect(problemsOf(automationWith([step]))).toEqual([
    { ...problem, path: ['nodes', 0, 'dialog', ...path] },
  ]);
  expect(problemsOf(automationWith([], { dialog }))).toEqual([
    { ...problem, path: ['dialog', ...path] },
  ]);
});

test('rejects dialog answers without a page, and secrets in dialog answers', () => {
  const remote = { browser_channel: 'rdp', url: ' ', dialog: { accept: true } };
  const step = { sleep_action: { sleep_time: 0 }, dialog: { accept: true } };
  expect(problemsOf(automationWith([step], remote))).toEqual([
    { path: ['dialog'], message: expect.stringMatching(/^Only a web page opens the dialogs/) },
    {
      path: ['nodes', 0, 'dialog'],
      message: expect.stringMatching(/^Only a web page opens the dialogs/),
    },
  ]);
  const dialog = { accept: true, text: '{pin[0]}' };
  const parameters = {
    input_parameters: {},
    generated_parameters: {},
    secure_parameters: { pin: [] },
  };
  expect(problemsOf(automationWith([{ ...step, dialog }], { dialog, parameters }))).toEqual(
    [
      ['nodes', 0, 'dialog', 'text'],
      ['dialog', 'text'],
    ].map((path) => ({
      path,
      message: expect.stringMatching(/is a secret, and this field is stored/),
    })),
  );
});

test('rejects a drag on a remote desktop, which has no elements', () => {
  const node = { interaction_action: { drag_and_drop: { command, offset: { x: 1 } } } };
  const [problem] = problemsOf(automationWith([node], { browser_channel: 'rdp' }));
  expect(problem?.message).toMatch(/does not work on the channel "rdp"\. Use one of click_element/);
});
