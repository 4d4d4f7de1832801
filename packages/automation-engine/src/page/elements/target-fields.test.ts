import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openBrowser, type TestBrowser } from '@errand/test-kit';
import { failureOf, interact, openStage, type Stage } from '../../test/run-on-page.ts';

let browser: TestBrowser;
let stage: Stage;
beforeAll(async () => {
  browser = await openBrowser();
  stage = await openStage(browser);
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
  await browser[Symbol.asyncDispose]();
});

interface Kind {
  readonly kind: string;
  /** The page event that shows that the step acted on an element. */
  readonly event: string;
  readonly params?: object;
  /** Draws an element that the kind can act on. */
  readonly draw: (attributes: string, word: string) => string;
}

const labelled = (attributes: string, word: string) =>
  `<label>${word} <input ${attributes}></label>`;
const field = (attributes: string, word: string) => `<input placeholder="${word}" ${attributes}>`;

const kinds: readonly Kind[] = [
  { kind: 'click_element', event: 'click', draw: (at, word) => `<button ${at}>${word}</button>` },
  { kind: 'input_text', event: 'input', params: { input_text: 'x' }, draw: field },
  {
    kind: 'select_option',
    event: 'change',
    params: { select_values: ['Other'] },
    draw: (at, word) => `<select ${at}><option>${word}<option>Other</select>`,
  },
  { kind: 'check', event: 'change', draw: (at, word) => labelled(`type=checkbox ${at}`, word) },
  {
    kind: 'uncheck',
    event: 'change',
    draw: (at, word) => labelled(`type=checkbox checked ${at}`, word),
  },
  { kind: 'hover', event: 'mouseover', draw: (at, word) => `<div ${at}>${word}</div>` },
  {
    kind: 'drag_and_drop',
    event: 'mousedown',
    params: { offset: { x: 30 } },
    draw: (at, word) => `<div ${at}>${word}</div>`,
  },
  { kind: 'set_value', event: 'input', params: { value: 'x' }, draw: field },
  {
    kind: 'upload_file',
    event: 'change',
    params: { file_path: 'report.csv' },
    draw: (at, word) => labelled(`type=file ${at}`, word),
  },
  { kind: 'key_press', event: 'keydown', params: { type: 'x' }, draw: field },
];

const words = ['Zero', 'One', 'Two', 'Three'];
const report = '<a id=report download="report.csv" href="data:text/csv,a">Report</a>';
const download = interact('click_element', {
  command: 'locator("#report")',
  expect_download: true,
});

/**
 * Four elements below each other, the nth with the id `e<n>` at [220, 100 * n + 15], and a record
 * of those that were acted on.
 */
function pageFor({ event, draw }: Kind, shift = 0): string {
  const elements = words.map((word, index) => {
    const place = `position:absolute;left:200px;top:${100 * index}px;width:150px;height:30px;margin:0`;
    const label = `<div style="position:absolute;left:${20 + shift}px;top:${100 * index + shift}px">`;
    return `${label}${draw(`id=e${index} style="${place.replace(/top:\d+px/, 'top:0')}"`, word)}</div>`;
  });
  return `<style>body { margin: 0 }</style>${elements.join('')}
    <div style="position:absolute;top:450px">${report}</div><script>
    window.acted = new Set();
    addEventListener('${event}', ({ target }) => {
      if (/^e\\d$/.test(target.id)) acted.add(target.id);
    }, true);
  </script>`;
}

const before = ({ kind }: Kind) => (kind === 'upload_file' ? [download] : []);

// proves field: interaction_action.click_element.xpath
// proves field: interaction_action.click_element.coordinates
// proves field: interaction_action.click_element.keyword
// proves field: interaction_action.click_element.skip_command
// proves field: interaction_action.click_element.skip_prompt
// proves field: interaction_action.input_text.xpath; interaction_action.input_text.coordinates
// proves field: interaction_action.input_text.keyword; interaction_action.input_text.skip_command
// proves field: interaction_action.input_text.skip_prompt
// proves field: interaction_action.select_option.xpath
// proves field: interaction_action.select_option.coordinates
// proves field: interaction_action.select_option.keyword
// proves field: interaction_action.select_option.skip_command
// proves field: interaction_action.select_option.skip_prompt
// proves field: interaction_action.check.xpath; interaction_action.check.coordinates
// proves field: interaction_action.check.keyword; interaction_action.check.skip_command
// proves field: interaction_action.check.skip_prompt
// proves field: interaction_action.uncheck.xpath; interaction_action.uncheck.coordinates
// proves field: interaction_action.uncheck.keyword; interaction_action.uncheck.skip_command
// proves field: interaction_action.uncheck.skip_prompt
// proves field: interaction_action.hover.xpath; interaction_action.hover.coordinates
// proves field: interaction_action.hover.keyword; interaction_action.hover.skip_command
// proves field: interaction_action.hover.skip_prompt
// proves field: interaction_action.set_value.xpath; interaction_action.set_value.coordinates
// proves field: interaction_action.set_value.keyword; interaction_action.set_value.skip_command
// proves field: interaction_action.set_value.skip_prompt
// proves field: interaction_action.drag_and_drop.xpath
// proves field: interaction_action.drag_and_drop.coordinates
// proves field: interaction_action.drag_and_drop.keyword
// proves field: interaction_action.drag_and_drop.skip_command
// proves field: interaction_action.drag_and_drop.skip_prompt
// proves field: interaction_action.upload_file.xpath; interaction_action.upload_file.coordinates
// proves field: interaction_action.upload_file.keyword; interaction_action.upload_file.skip_command
// proves field: interaction_action.upload_file.skip_prompt
// proves field: interaction_action.key_press.xpath; interaction_action.key_press.coordinates
// proves field: interaction_action.key_press.keyword; interaction_action.key_press.skip_command
// proves field: interaction_action.key_press.skip_prompt
test.each(kinds)('$kind finds its element by every means, and may skip it', async (subject) => {
  const act = (target: object) => interact(subject.kind, { ...subject.params, ...target });
  const run = await stage.run(pageFor(subject), [
    ...before(subject),
    act({ xpath: '//*[@id="e0"]' }),
    act({ coordinates: [240, 115] }),
    act({ keyword: 'Two' }),
    act({ command: 'locator("#e0")', skip_command: true, coordinates: [240, 315] }),
    interact(
      subject.kind,
      { ...subject.params, command: 'locator("#missing")', skip_prompt: true },
      { group: { max_timeout_seconds_per_try: 0.05 } },
    ),
  ]);
  expect(failureOf(run)).toBe('success');
  expect(await run.read('[...acted]')).toEqual(['e0', 'e1', 'e2', 'e3']);
  expect(run.events.at(-1)).toMatchObject({ outcome: 'skipped' });
});

const missing = { command: 'locator("#missing")' };
const refusals = [
  { target: { prompt_instructions: 'the box' }, reason: /^model_unavailable: .*"the box"/ },
  {
    target: { ...missing, skip_prompt: true, assert_locator_presence: true },
    reason: /^locator_not_found: (?:The source: )?locator\("#missing"\)/,
  },
  {
    target: { keyword: 'Two', bounding_box_variables: ['0', '0', '1000', '150'] },
    reason: /^locator_not_found: (?:The source: )?The text "Two"/,
  },
];

// proves field: interaction_action.click_element.prompt_instructions
// proves field: interaction_action.click_element.assert_locator_presence
// proves field: interaction_action.click_element.bounding_box_variables
// proves field: interaction_action.input_text.prompt_instructions
// proves field: interaction_action.input_text.assert_locator_presence
// proves field: interaction_action.input_text.bounding_box_variables
// proves field: interaction_action.select_option.prompt_instructions
// proves field: interaction_action.select_option.assert_locator_presence
// proves field: interaction_action.select_option.bounding_box_variables
// proves field: interaction_action.check.prompt_instructions
// proves field: interaction_action.check.assert_locator_presence
// proves field: interaction_action.check.bounding_box_variables
// proves field: interaction_action.uncheck.prompt_instructions
// proves field: interaction_action.uncheck.assert_locator_presence
// proves field: interaction_action.uncheck.bounding_box_variables
// proves field: interaction_action.hover.prompt_instructions
// proves field: interaction_action.hover.assert_locator_presence
// proves field: interaction_action.hover.bounding_box_variables
// proves field: interaction_action.set_value.prompt_instructions
// proves field: interaction_action.set_value.assert_locator_presence
// proves field: interaction_action.set_value.bounding_box_variables
// proves field: interaction_action.drag_and_drop.prompt_instructions
// proves field: interaction_action.drag_and_drop.assert_locator_presence
// proves field: interaction_action.drag_and_drop.bounding_box_variables
// proves field: interaction_action.upload_file.prompt_instructions
// proves field: interaction_action.upload_file.assert_locator_presence
// proves field: interaction_action.upload_file.bounding_box_variables
// proves field: interaction_action.key_press.prompt_instructions
// proves field: interaction_action.key_press.assert_locator_presence
// proves field: interaction_action.key_press.bounding_box_variables
test.each(kinds)(
  '$kind fails if only a model could find its element, if that is outside the box, or if the step must not be skipped',
  async (subject) => {
    for (const { target, reason } of refusals) {
      const step = interact(
        subject.kind,
        { ...subject.params, ...target },
        { group: { max_timeout_seconds_per_try: 0.05 } },
      );
      const run = await stage.run(pageFor(subject), [...before(subject), step]);
      expect(failureOf(run)).toMatch(reason);
      expect(await run.read('[...acted]')).toEqual([]);
    }
  },
);

// proves field: interaction_action.click_element.recording_screenshot
// proves field: interaction_action.input_text.recording_screenshot
// proves field: interaction_action.select_option.recording_screenshot
// proves field: interaction_action.check.recording_screenshot
// proves field: interaction_action.uncheck.recording_screenshot
// proves field: interaction_action.hover.recording_screenshot
// proves field: interaction_action.set_value.recording_screenshot
// proves field: interaction_action.drag_and_drop.recording_screenshot
// proves field: interaction_action.upload_file.recording_screenshot
// proves field: interaction_action.key_press.recording_screenshot
test.each(kinds)('$kind acts where the recorded picture is now', async (subject) => {
  const recorded = await stage.run(pageFor(subject), []);
  const picture = await recorded.page.screenshot({ encoding: 'base64' });
  const step = interact(subject.kind, {
    ...subject.params,
    coordinates: [240, 215],
    recording_screenshot: `data:image/png;base64,${picture}`,
  });
  const run = await stage.run(pageFor(subject, 30), [...before(subject), step]);
  expect(failureOf(run)).toBe('success');
  expect(await run.read('[...acted]')).toEqual(['e2']);
});
