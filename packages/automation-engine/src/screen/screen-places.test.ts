import { cropPicture, decodePng, encodePng } from '@errand/desktop';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type OpenModels, openModels } from '../test/open-models.ts';
import { failureOf, interact } from '../test/run-on-page.ts';
import {
  drawnPage,
  openScreenStage,
  type ScreenStage,
  stateOf,
  toScreen,
} from '../test/screen-stage.ts';

let stage: ScreenStage;
let models: OpenModels;
beforeAll(async () => {
  stage = await openScreenStage();
  models = await openModels();
});
afterAll(async () => {
  await models[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
});

const { signal } = new AbortController();
const labels =
  'Amount,Invoice number,Customer,Delivery date,Street,Country,Payment terms,Currency,Discount,Reference,Telephone,Comment'.split(
    ',',
  );
const grid = labels.map((label, at) => ({
  label,
  x: 40 + 380 * (at % 3),
  y: 60 + 110 * Math.floor(at / 3),
}));
const ocr = (params: object) => ({
  extraction_action: { ocr_coordinates: { source_variable: 'labels', ...params } },
  before_sleep_time: 0.5,
});

// proves field: extraction_action.ocr_coordinates.source_variable
// proves field: extraction_action.ocr_coordinates.output_x_variable
// proves field: extraction_action.ocr_coordinates.output_y_variable
test('locates twelve texts in order and clicks them', async () => {
  const wanted = [...labels.toReversed(), 'Zebra crossing'];
  const run = await stage.run(
    drawnPage(grid),
    [
      ocr({}),
      {
        type: 'for_loop_node',
        variable_name: 'labels, coords_x, coords_y',
        max_iterations: labels.length,
        nodes: [
          interact('click_element', { coordinates: ['{coords_x[index]}', '{coords_y[index]}'] }),
        ],
      },
    ],
    { inputs: { labels: wanted } },
  );
  expect(failureOf(run)).toBe('success');
  expect(await stateOf(run)).toMatchObject({ clicks: labels.toReversed() });
  expect(run.result.outputData[0]?.json_data).toMatchObject({
    Amount: [expect.any(Number), expect.any(Number)],
    'Zebra crossing': [-1, -1],
  });
});

// proves field: extraction_action.ocr_coordinates.bounding_box_variables
test('reads only within the box, returns no place twice, and uses CSS pixels on a page', async () => {
  const buttons = [
    { label: 'Save', x: 40, y: 60 },
    { label: 'Save', x: 40, y: 400 },
  ];
  const lower = { bounding_box_variables: ['0', '300', '1200', '640'] };
  const run = await stage.run(
    drawnPage(buttons),
    [
      ocr({}),
      ocr({ ...lower, output_x_variable: 'low_x', output_y_variable: 'low_y' }),
      interact('click_element', { coordinates: ['{low_x[0]}', '{low_y[0]}'] }),
    ],
    { inputs: { labels: ['Save', 'save', 'Save'] }, automation: { backend: 'browser-use' } },
  );
  expect(failureOf(run)).toBe('success');
  const [all, low] = run.result.outputData.map((entry) => entry.json_data);
  expect(all).toEqual({ Save: [-1, -1], save: [expect.any(Number), expect.any(Number)] });
  expect(low).toEqual({ Save: [-1, -1], save: [-1, -1] });
  expect(await run.read('state.events[0].slice(2, 4).map((at) => Math.round(at / 40))')).toEqual([
    2, 11,
  ]);
});

test('refuses a source that is not a list', async () => {
  const run = await stage.run(drawnPage([]), [ocr({ source_variable: 'labels[0]' })], {
    inputs: { labels: ['a'] },
  });
  expect(failureOf(run)).toMatch(/^invalid_params: source_variable: labels\[0\] is not a list/);
});

const before = [
  { label: 'Delete', x: 40, y: 60 },
  { label: 'Archive', x: 40, y: 200 },
];
const moved = [
  { label: 'Delete', x: 60, y: 190 },
  { label: 'Archive', x: 500, y: 330 },
];

/** The page as it was recorded, and the position of its Archive button. */
async function record(backend: string) {
  const shown = await stage.run(drawnPage(before), []);
  const isOnPage = backend === 'browser-use';
  const coordinates = isOnPage ? [100, 222] : await toScreen(shown.page, 100, 222);
  const content = isOnPage
    ? await shown.page.screenshot()
    : encodePng(await stage.desktop.look(signal));
  const recording = `data:image/png;base64,${Buffer.from(content).toString('base64')}`;
  return { coordinates, recording_screenshot: recording };
}

// proves field: interaction_action.click_element.recording_screenshot
// proves field: interaction_action.verify_before_step
test.each(['computer-vision', 'browser-use'])(
  'follows what was recorded, with backend %s',
  async (backend) => {
    const target = await record(backend);
    const options = { automation: { backend } };
    const group = { max_timeout_seconds_per_try: 3 };
    const stays = await stage.run(
      drawnPage(before),
      [interact('click_element', target, { group })],
      options,
    );
    expect(await stateOf(stays)).toMatchObject({ clicks: ['Archive'] });
    const follows = await stage.run(
      drawnPage(moved),
      [interact('click_element', target, { group })],
      options,
    );
    expect(failureOf(follows)).toBe('success');
    expect(await stateOf(follows)).toMatchObject({ clicks: ['Archive'] });
    const blind = { ...group, verify_before_step: false };
    const misses = await stage.run(
      drawnPage(moved),
      [interact('click_element', target, { group: blind })],
      options,
    );
    expect(await stateOf(misses)).toMatchObject({ clicks: ['Delete'] });
    const gone = await stage.run(
      drawnPage([{ label: 'Other', x: 700, y: 60 }]),
      [interact('click_element', target, { group: { max_timeout_seconds_per_try: 0.2 } })],
      options,
    );
    expect(failureOf(gone)).toMatch(
      /^screen_differs: What the recording_screenshot shows around the point/,
    );
    expect(await stateOf(gone)).toMatchObject({ clicks: [] });
  },
);

test('refuses a recording that cannot be compared', async () => {
  const { coordinates } = await record('computer-vision');
  const flat = encodePng({
    width: 1280,
    height: 800,
    pixels: new Uint8Array(1280 * 800 * 4).fill(255),
  });
  for (const [content, reason] of [
    [flat, /^file_unreadable: .*shows only one colour/],
    [
      encodePng(cropPicture(decodePng(flat), { x: 0, y: 0, width: 9, height: 9 })),
      /^file_unreadable: .*has 9 x 9 pixels/,
    ],
    [flat.subarray(0, 60), /^file_unreadable: .*not a complete PNG/],
    [Buffer.from('no image at all'), /^file_unreadable: .*is not a PNG, JPEG or WebP/],
  ] as const) {
    const recording = `data:image/png;base64,${Buffer.from(content).toString('base64')}`;
    const run = await stage.run(drawnPage(before), [
      interact('click_element', { coordinates, recording_screenshot: recording }),
    ]);
    expect(failureOf(run)).toMatch(reason);
  }
});

test('lets a model find what cannot be read, in a picture of the screen or of its box', async () => {
  const { recording_screenshot: recording } = await record('computer-vision');
  const prompt = { prompt_instructions: 'the {what[0]} button', recording_screenshot: recording };
  const shown = await stage.run(drawnPage(before), []);
  const [x, y] = await toScreen(shown.page, 100, 222);
  const { width, height } = stage.desktop.size;
  models.server.script('target', {
    json: { x: Math.round((x / width) * 1000), y: Math.round((y / height) * 1000) },
  });
  models.server.script('target', { json: { x: 500, y: 500 } });
  models.server.script('target', { json: { x: null, y: null } });
  const box = [x - 50, y - 20, x + 50, y + 20].map(String);
  const group = { max_timeout_seconds_per_try: 0.1 };
  const run = await stage.run(
    drawnPage(before),
    [
      interact('click_element', { keyword: 'Ablage', ...prompt }, { group }),
      interact('click_element', { ...prompt, bounding_box_variables: box }, { group }),
      interact('click_element', prompt, { group }),
    ],
    { inputs: { what: ['archive'] }, dependencies: models.dependencies },
  );
  expect(failureOf(run)).toMatch(
    /^element_not_found: .*"the archive button" was not found\..*did not find it/,
  );
  expect(await stateOf(run)).toMatchObject({ clicks: ['Archive', 'Archive'] });
  expect(run.events[0]?.means).toMatchObject([
    { kind: 'keyword', outcome: 'failed' },
    { kind: 'model', outcome: 'done', model: 'gemini/gemini-2.5-flash' },
  ]);
  const [first, second] = models.server.requests;
  expect(first?.instructions).toContain('the archive button');
  expect(first?.images).toHaveLength(2);
  expect(second?.images).toHaveLength(2);
  expect(models.server.refusals).toEqual([]);
});
