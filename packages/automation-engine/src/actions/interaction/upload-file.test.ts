import { expect, test } from '@jest/globals';
import { createEgressGuard } from '@errand/egress-guard';
import { failureOf, interact } from '../../test/run-on-page.ts';
import { useStage } from '../../test/use-stage.ts';

const stage = useStage((_request, response) => {
  response.setHeader('content-type', 'text/html');
  response.end(`<input type=file id=field><input type=file id=chosen hidden>
    <button onclick="chosen.click()">Choose</button>`);
});

const report = `<a id=report download="report.csv" href="data:text/csv,a;b">Report</a>`;
const download = interact('click_element', {
  command: 'locator("#report")',
  expect_download: true,
});
const upload = (params: object, group: object = {}) => interact('upload_file', params, { group });
const readField = `(async () => {
  const [file] = document.querySelector('input').files;
  return [file.name, await file.text()];
})()`;

// proves field: interaction_action.upload_file.file_path; interaction_action.upload_file.command
test('uploads a downloaded file to a hidden file field', async () => {
  const run = await stage.run(
    `${report}<input type=file style="display:none" onchange="window.changes = (window.changes ?? 0) + 1">`,
    [download, upload({ command: 'locator("input")', file_path: '{name[0]}.csv' })],
    { inputs: { name: ['report'] } },
  );
  expect(failureOf(run)).toBe('success');
  expect(await run.read(readField)).toEqual(['report.csv', 'a;b']);
  expect(await run.read('window.changes')).toBe(1);
});

test('uploads an unexpected download once it is complete', async () => {
  const run = await stage.run(`${report}<input type=file>`, [
    interact('click_element', { command: 'locator("#report")' }, { node: { end_sleep_time: 1 } }),
    upload({ command: 'locator("input")', file_path: 'report.csv' }),
  ]);
  expect(failureOf(run)).toBe('success');
  expect(await run.read(readField)).toEqual(['report.csv', 'a;b']);
});

test('uploads to the field that replaces the one it waited for', async () => {
  const run = await stage.run(
    `${report}<input type=file disabled><script>
      const late = () => {
        const old = document.querySelector('input');
        old.disabled = false;
        old.replaceWith(Object.assign(document.createElement('input'), { type: 'file' }));
      };
      document.querySelector('a').onclick = () => setTimeout(late, 3000);
    </script>`,
    [
      download,
      upload(
        { command: 'locator("input")', file_path: 'report.csv' },
        { max_timeout_seconds_per_try: 20 },
      ),
    ],
  );
  expect(failureOf(run)).toBe('success');
  expect(await run.read(readField)).toEqual(['report.csv', 'a;b']);
});

test('finds the file field by its label', async () => {
  const run = await stage.run(`${report}<label>Your report <input type=file hidden></label>`, [
    download,
    upload({ command: 'get_by_text("Your report")', file_path: 'report.csv' }),
  ]);
  expect(failureOf(run)).toBe('success');
  expect(await run.read(readField)).toEqual(['report.csv', 'a;b']);
});

test('fills the file chooser that a button opens', async () => {
  const run = await stage.run(
    `${report}<input type=file hidden><button onclick="setTimeout(() => document.querySelector('input').click(), 50)">Choose</button>`,
    [download, upload({ command: 'get_by_role("button")', file_path: 'report.csv' })],
  );
  expect(failureOf(run)).toBe('success');
  expect(await run.read(readField)).toEqual(['report.csv', 'a;b']);
});

test('fills a file chooser whose field is not in the document', async () => {
  const run = await stage.run(
    `${report}<button onclick="
       const field = Object.assign(document.createElement('input'), { type: 'file' });
       field.onchange = () => { window.chosen = field.files[0].name };
       field.click()">Choose</button>`,
    [download, upload({ command: 'get_by_role("button")', file_path: 'report.csv' })],
  );
  expect(failureOf(run)).toBe('success');
  expect(await run.read('window.chosen')).toBe('report.csv');
});

test('uploads in a cross-site iframe, through a field and a file chooser', async () => {
  const otherSite = stage.url.replace('127.0.0.1', 'localhost');
  const run = await stage.run(`${report}<iframe src="${otherSite}/chooser"></iframe>`, [
    download,
    upload({ command: 'frame_locator("iframe").locator("#field")', file_path: 'report.csv' }),
    upload({ command: 'frame_locator("iframe").get_by_text("Choose")', file_path: 'report.csv' }),
  ]);
  expect(failureOf(run)).toBe('success');
  const inner = run.page.frames()[1];
  expect(await inner?.evaluate('[field.files[0].name, chosen.files[0].name]')).toEqual([
    'report.csv',
    'report.csv',
  ]);
});

const several = (command: string, count = 2) => {
  const given = { file_url: `${stage.url}/other` };
  const files = [{ file_path: '{name[0]}.csv' }, ...Array.from({ length: count - 1 }, () => given)];
  return upload({ command, files });
};
const options = {
  inputs: { name: ['report'] },
  dependencies: { egress: createEgressGuard({ allowPrivateAddresses: true }) },
};
const readFields = `Promise.all([...document.querySelector('input').files]
  .map(async (file) => [file.name.replace(/\\..*/, ''), (await file.text()).slice(0, 6)]))`;

// proves field: interaction_action.upload_file.files.file_path
// proves field: interaction_action.upload_file.files.file_url
test('uploads several files to a field in one step, in order', async () => {
  const run = await stage.run(
    `${report}<input type=file multiple onchange="window.changes = (window.changes ?? 0) + 1">`,
    [download, several('locator("input")')],
    options,
  );
  expect(failureOf(run)).toBe('success');
  expect(await run.read(readFields)).toEqual([
    ['report', 'a;b'],
    ['other', '<input'],
  ]);
  expect(await run.read('window.changes')).toBe(1);
});

test('uploads several files to the file chooser that a button opens', async () => {
  const run = await stage.run(
    `${report}<input type=file multiple hidden><button onclick="document.querySelector('input').click()">Choose</button>`,
    [download, several('get_by_role("button")')],
    options,
  );
  expect(failureOf(run)).toBe('success');
  expect(await run.read('document.querySelector("input").files.length')).toBe(2);
});

test.each([
  ['locator("input")', /takes one file only \(it has no `multiple`\), but the step gives it 3\./],
  [
    'get_by_text("Choose", exact=True)',
    /opened a file chooser for one file \(its field has no `multiple`\), but the step gives it 3\./,
  ],
])('uploads nothing to %s when it accepts one file and gets several', async (command, reason) => {
  const run = await stage.run(
    `${report}<input type=file><button onclick="document.querySelector('input').click()">Choose</button>`,
    [download, several(command, 3)],
    options,
  );
  expect(failureOf(run)).toMatch(/^not_actionable: /);
  expect(failureOf(run)).toMatch(reason);
  expect(await run.read('document.querySelector("input").files.length')).toBe(0);
});

test('uploads a list of one file to a single-file field', async () => {
  const run = await stage.run(
    `${report}<input type=file>`,
    [download, several('locator("input")', 1)],
    options,
  );
  expect(failureOf(run)).toBe('success');
  expect(await run.read(readField)).toEqual(['report.csv', 'a;b']);
});

test('waits until the field is enabled', async () => {
  const run = await stage.run(
    `${report}<input type=file disabled>
     <script>setTimeout(() => { document.querySelector('input').disabled = false }, 300)</script>`,
    [download, upload({ command: 'locator("input")', file_path: 'report.csv' })],
  );
  expect(failureOf(run)).toBe('success');
});

test.each([
  ['../report.csv', /^file_refused: The file_path "\.\.\/report\.csv" leads outside/],
  ['/etc/hostname', /^file_refused: .* is absolute/],
  ['other.csv', /^file_missing: The run has no file "other\.csv"\. It has: "report\.csv"\./],
])('rejects the path %j before it touches the page', async (path, reason) => {
  const run = await stage.run(`${report}<input type=file onclick="window.touched = 1">`, [
    download,
    upload({ command: 'locator("input")', file_path: path }),
  ]);
  expect(failureOf(run)).toMatch(reason);
  expect(await run.read('[window.touched, document.querySelector("input").files.length]')).toEqual([
    null,
    0,
  ]);
});

test('fails when the element is not a file field and opens no file chooser', async () => {
  const run = await stage.run(`${report}<button>Choose</button>`, [
    download,
    upload({ command: 'get_by_role("button")', file_path: 'report.csv' }),
  ]);
  expect(failureOf(run)).toMatch(
    /^not_actionable: .*is not a file field, and clicking it opened no file chooser/,
  );
});
