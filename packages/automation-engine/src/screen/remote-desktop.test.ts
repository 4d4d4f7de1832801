import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { parseAutomation } from '../document/index.ts';
import type { RunResult } from '../run/run-result.ts';
import { runAutomation } from '../run/run-automation.ts';
import type { DoneStep, StepEvent } from '../reports/run-events.ts';
import type { RunDependencies } from '../run/run-dependencies.ts';
import { interact } from '../test/run-on-page.ts';
import { drawnPage, openScreenStage, type ScreenStage } from '../test/screen-stage.ts';
import { withSecrets } from '../test/secret-stage.ts';

let stage: ScreenStage;
beforeAll(async () => {
  stage = await openScreenStage();
});
afterAll(async () => stage[Symbol.asyncDispose]());

/**
 * Runs nodes on a screen where a browser shows the page. The run gets the screen, but not the
 * browser.
 */
async function runOnScreen(
  html: string,
  nodes: readonly object[],
  {
    automation,
    dependencies,
  }: { automation?: object; dependencies?: Partial<RunDependencies> } = {},
) {
  const shown = await stage.run(html, []);
  const events: StepEvent[] = [];
  const steps: DoneStep[] = [];
  const parsed = parseAutomation({
    url: 'https://portal.example',
    parameters: { input_parameters: {}, generated_parameters: {} },
    browser_channel: 'rdp',
    nodes,
    ...automation,
  });
  const result: RunResult = await runAutomation(
    parsed,
    { inputParameters: {} },
    {
      desktop: stage.desktop,
      signal: new AbortController().signal,
      downloadsDirectory: `${stage.directory}/remote-${performance.now()}`,
      logger: { warn: () => undefined },
      onEvent: (event) => events.push(event),
      onStepDone: (step) => steps.push(step),
      ...dependencies,
    },
  );
  return { result, events, steps, read: shown.read };
}

const buttons = [
  { label: 'Cancel', x: 40, y: 60 },
  { label: 'Send order', x: 400, y: 380 },
];

// proves field: browser_channel
test('acts on a screen without a browser and captures it', async () => {
  const { result, events, steps, read } = await runOnScreen(
    drawnPage(buttons),
    [
      interact('click_element', { keyword: 'Send order' }, { node: { end_sleep_time: 2 } }),
      interact('input_text', { keyword: 'Cancel', input_text: 'forty-two' }),
      interact('key_press', { type: 'enter' }),
      interact('hover', { coordinates: [300, 300] }),
      interact('scroll', { amount: 100 }),
      { extraction_action: { screenshot: { filename: 'screen.jpg' } } },
      { extraction_action: { screenshot: { filename: 'screen.webp' } } },
    ],
    { automation: { take_final_screenshot: true } },
  );
  expect(result).toMatchObject({ status: 'success' });
  expect(await read('[state.clicks, state.sent]')).toEqual([['Send order', 'Cancel'], 'forty-two']);
  expect(result.screenshots.map(({ filename, contentType }) => [filename, contentType])).toEqual([
    ['screen.jpg', 'image/jpeg'],
    ['screen.webp.png', 'image/png'],
    ['final_screenshot.png', 'image/png'],
  ]);
  expect(events.map(({ pageUrl }) => pageUrl)).toEqual(Array.from(events, () => ''));
  const thumbnail = await steps.at(-1)?.capture();
  expect(Buffer.from(thumbnail ?? []).subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
});

const script = 'async def code_fn(axtree, browser):\n    return {}';

test.each([
  [{ interaction_action: { click_element: { command: 'locator("a")' } } }, 'click_element'],
  [
    { interaction_action: { input_text: { keyword: 'Cancel', input_text: '3', is_slider: true } } },
    'input_text',
  ],
  [
    { interaction_action: { agentic_task: { task: 'Order a book', max_steps: 1 } } },
    'agentic_task',
  ],
  [{ extraction_action: { state: {} } }, 'state'],
  [
    {
      extraction_action: { locator: { command: 'locator("a")', extraction_format: { a: 'str' } } },
    },
    'locator',
  ],
  [{ assertion_action: { python_script: { script } } }, 'python_script'],
  [{ misc_action: { count_locator: { name: 'n', locator: 'locator("a")' } } }, 'count_locator'],
  [{ captcha_action: { locator: 'locator("a")' } }, 'captcha_action'],
  [
    { type: 'assert_locator_node', locator: 'locator("a")', assertion: 'to_be_visible' },
    'assert_locator_node',
  ],
  [{ type: 'for_loop_node', locator: 'locator("a")', nodes: [] }, 'for_loop_node'],
])('fails a step that needs a page: %j', async (node, kind) => {
  const { result, events } = await runOnScreen('', [node]);
  expect(result).toMatchObject({
    status: 'failed',
    error: {
      class: 'page_missing',
      retry: 'never',
      message: expect.stringContaining('needs a web page'),
    },
  });
  expect(events.at(-1)).toMatchObject({ kind, outcome: 'failed', errorClass: 'page_missing' });
});

test('types a secret on a remote desktop only if it is not limited to origins', async () => {
  const type = interact('input_text', { keyword: 'Cancel', input_text: '{password[0]}' });
  const bound = withSecrets({
    password: [{ value: 'Kestrel77Harbour', allowedOrigins: ['https://portal.example'] }],
  });
  const refused = await runOnScreen(drawnPage(buttons), [type], bound.options);
  expect(refused.result).toMatchObject({
    status: 'failed',
    error: { class: 'secret_unavailable' },
  });
  expect(await refused.read('state.text')).toBe('');
  const free = withSecrets({ password: [{ value: 'Kestrel77Harbour' }] });
  const typed = await runOnScreen(drawnPage(buttons), [type], free.options);
  expect(typed.result).toMatchObject({ status: 'success' });
  expect(await typed.read('state.text')).toBe('Kestrel77Harbour');
});

test('requires a start page when the run has a browser', async () => {
  const shown = await stage.run('', [], {
    automation: { browser_channel: 'rdp', url: '' },
  });
  expect(shown.result).toMatchObject({ status: 'failed', error: { class: 'invalid_params' } });
});
