import { expect, test } from '@jest/globals';
import { importPlaywright } from './import-playwright.ts';

function importSave(...save: readonly string[]) {
  const isPython = !save.join('\n').includes('await ');
  const lines = isPython
    ? [
        'page.goto("https://portal.example/")',
        'with page.expect_download() as download_info:',
        '    page.locator("#a").click()',
        'download = download_info.value',
        ...save,
      ]
    : [
        "await page.goto('https://portal.example/');",
        "const downloadPromise = page.waitForEvent('download');",
        "await page.locator('#a').click();",
        'const download = await downloadPromise;',
        ...save,
      ];
  const [recording] = importPlaywright(
    lines.join('\n'),
    isPython ? 'python' : 'typescript',
  ).recordings;
  if (!recording) throw new Error('Nothing was imported.');
  const { nodes, parameters } = recording.automation;
  return {
    click: nodes.at(-1),
    inputs: parameters.input_parameters,
    last: recording.report.at(-1),
  };
}

const SUGGESTED = { click_element: { command: 'locator("#a")', expect_download: true } };

test.each([
  ['download.save_as(download.suggested_filename)'],
  ['download.save_as("./results/" + download.suggested_filename)'],
  ['download.save_as(f"{folder}/{download.suggested_filename}")'],
  ['download.save_as(os.path.join(folder, download.suggested_filename))'],
  ['name = download.suggested_filename', 'download.save_as("./results/" + name)'],
  ["await download.saveAs('./results/' + download.suggestedFilename());"],
  ['await download.saveAs(`./results/${download.suggestedFilename()}`);'],
  ["await download.saveAs(path.join('results', download.suggestedFilename()));"],
  [
    'const name = download.suggestedFilename();',
    "await download.saveAs(path.join('results', name));",
  ],
])('keeps the suggested name of a download: %s', (...save) => {
  const { click, inputs, last } = importSave(...save);
  expect(click).toMatchObject({ interaction_action: SUGGESTED });
  expect(JSON.stringify(click)).not.toContain('download_filename');
  expect(inputs).toEqual({});
  expect(last).toMatchObject({ outcome: 'mapped' });
});

test.each([
  ['download.save_as("./results/new-" + download.suggested_filename)'],
  ['download.save_as("./results/" + other.suggested_filename)'],
  ["await download.saveAs('./results/new-' + download.suggestedFilename());"],
])('reports a name that is not the suggested one: %s', (save) => {
  expect(importSave(save).last).toMatchObject({ outcome: 'approximated' });
});

test('names the input for a changed name after the variable of the script', () => {
  const { inputs, last } = importSave(
    'real_name = download.suggested_filename',
    'download.save_as(f"{real_name}.xlsx")',
  );
  expect(inputs).toEqual({ real_name: [''] });
  expect(last).toMatchObject({ outcome: 'approximated' });
});

test('gives a download the name of a literal path', () => {
  const { click, last } = importSave('download.save_as("results/orders.csv")');
  expect(click).toMatchObject({
    interaction_action: { click_element: { download_filename: 'orders.csv' } },
  });
  expect(last).toMatchObject({ outcome: 'mapped' });
});
