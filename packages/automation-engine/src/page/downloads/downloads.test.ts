import { readFile, readdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expect, test } from '@jest/globals';
import { failureOf, interact } from '../../test/run-on-page.ts';
import { useStage } from '../../test/use-stage.ts';

const stage = useStage(({ url = '' }, response) => {
  if (url === '/cut') {
    response.writeHead(200, {
      'content-disposition': 'attachment; filename=cut.bin',
      'content-length': 1_000_000,
    });
    response.write('x'.repeat(50_000), () => response.destroy());
    return;
  }
  if (url === '/stuck') {
    response.writeHead(200, {
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename=stuck.bin',
    });
    // Chromium reads some of the content before it treats it as a download.
    response.write('x'.repeat(50_000));
    return;
  }
  const name = decodeURIComponent(url.slice(1));
  response.writeHead(200, {
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
  });
  response.write(`start of ${name}`);
  setTimeout(() => response.end(', end'), 150);
});

const clickLink = (params: object = {}) =>
  interact('click_element', { command: 'get_by_role("link")', expect_download: true, ...params });
const shortLimits = { limits: { downloadStartMs: 500, downloadMs: 3000 } };

// proves field: interaction_action.click_element.download_filename
// proves field: interaction_action.click_element.download_metadata
test('waits until the file is complete and gives it the requested name', async () => {
  const run = await stage.run(
    '<a href="/report.csv">Report</a>',
    [
      clickLink({
        download_filename: 'orders of {month[0]}',
        download_metadata: { month: '{month[0]}', nested: [{ fixed: true, text: 'm={month[0]}' }] },
      }),
    ],
    { inputs: { month: ['../May'] } },
  );
  expect(failureOf(run)).toBe('success');
  expect(run.result.downloads).toEqual([
    {
      path: expect.stringMatching(/\/run-\d+\/orders of \.\._May\.csv$/),
      filename: 'orders of .._May.csv',
      size: 'start of report.csv, end'.length,
      contentType: 'text/csv',
      metadata: { month: '../May', nested: [{ fixed: true, text: 'm=../May' }] },
    },
  ]);
  const [file] = run.result.downloads;
  expect(await readFile(file?.path ?? '', 'utf8')).toBe('start of report.csv, end');
});

test('keeps the file name from the site, made safe, and makes equal names distinct', async () => {
  const run = await stage.run(`<a href="/${encodeURIComponent('../../evil?.pdf')}">Report</a>`, [
    clickLink(),
    clickLink({ download_filename: '3f2b8c1e-9a4d-4c1b-8f2e-5d6a7b8c9d0e' }),
  ]);
  expect(failureOf(run)).toBe('success');
  const names = run.result.downloads.map(({ filename }) => filename);
  expect(new Set(names).size).toBe(2);
  for (const name of names) expect(name).not.toMatch(/[/?\\]/);
  const directory = dirname(run.result.downloads[0]?.path ?? '');
  expect((await readdir(directory)).toSorted()).toEqual(names.toSorted());
});

test.each([
  ['with a mark that reverses text', 'invoice\u202Efdp.exe', /^invoice_?fdp\.exe$/],
  ['that is a reserved name', 'con.txt', /^_con\.txt$/],
  ['of 300 characters', `${'n'.repeat(296)}.csv`, /^n{100,146}\.csv$/],
  ['that leads to another folder', '../../../../tmp/evil.sh', /^[^/]*evil\.sh$/],
])('makes a name safe %s', async (_what, name, safe) => {
  const run = await stage.run(`<a href="/${encodeURIComponent(name)}">Report</a>`, [clickLink()]);
  expect(failureOf(run)).toBe('success');
  const [file] = run.result.downloads;
  expect(file?.filename).toMatch(safe);
  expect(await readdir(dirname(file?.path ?? ''))).toEqual([file?.filename]);
});

test('keeps a file that opens in a new tab', async () => {
  const run = await stage.run('<a target=_blank href="/tab.zip">Report</a><p id=here>first</p>', [
    clickLink(),
    interact('click_element', { command: 'locator("#here")' }),
  ]);
  expect(failureOf(run)).toBe('success');
  expect(run.result.downloads).toMatchObject([{ filename: 'tab.zip' }]);
});

test('keeps a file that a script creates', async () => {
  const run = await stage.run('<a download="made.txt" href="data:text/plain,made">Report</a>', [
    clickLink(),
  ]);
  expect(run.result.downloads).toMatchObject([{ filename: 'made.txt', size: 4 }]);
});

// proves field: interaction_action.click_element.expect_download
test('fails when the action starts no download', async () => {
  const run = await stage.run('<a href="#">Report</a>', [clickLink()], {
    dependencies: shortLimits,
  });
  expect(failureOf(run)).toMatch(/^download_missing: No download began within/);
});

test('fails when the download is interrupted', async () => {
  const run = await stage.run('<a href="/cut">Report</a>', [clickLink()], {
    dependencies: shortLimits,
  });
  expect(failureOf(run)).toMatch(/^download_missing: The download of "cut.bin" was/);
});

test('collects downloads that no step expected', async () => {
  const run = await stage.run('<a href="/late.pdf">Report</a>', [
    interact('click_element', { command: 'get_by_role("link")' }),
  ]);
  expect(failureOf(run)).toBe('success');
  expect(run.result.downloads).toMatchObject([
    { filename: 'late.pdf', contentType: 'application/pdf' },
  ]);
});

const wait = { locator: 'locator("body")', assertion: 'to_be_visible', timeout: 1 };

test.each([
  ['was interrupted', 'cut', 'was cancelled by the browser or the site.'],
  ['is still in progress at the end', 'stuck', 'was not complete within 3 s.'],
])('logs a download that no step expected and that %s', async (_, name, how) => {
  const logged: unknown[] = [];
  const logger = {
    warn: (message: string, fields?: object) => void logged.push([message, fields]),
  };
  const run = await stage.run(
    `<a href="/${name}">Report</a>`,
    [interact('click_element', { command: 'get_by_role("link")' })],
    { dependencies: { ...shortLimits, logger } },
  );
  expect(failureOf(run)).toBe('success');
  const filename = `${name}.bin`;
  const reason = `The download of "${filename}" ${how}`;
  expect(logged).toContainEqual(['download not kept', { filename, reason }]);
  expect(run.events.at(-1)?.log).toContain(`A file is missing: ${reason}`);
});

// proves field: expected_downloads
test('waits for expected_downloads and fails when there are fewer', async () => {
  const delayed = `<script>setTimeout(() => { location.href = '/delayed.pdf' }, 200)</script>`;
  const found = await stage.run(delayed, [], { automation: { expected_downloads: 1 } });
  expect(found.result.downloads).toMatchObject([{ filename: 'delayed.pdf' }]);
  // The other file was downloaded by the run that this one continues.
  const start = {
    nodePath: 'nodes[0]',
    pageUrl: null,
    variables: {},
    outputData: [],
    fileCount: 1,
  };
  const continued = await stage.run(delayed, [wait], {
    start,
    automation: { expected_downloads: 2 },
  });
  expect(failureOf(continued)).toBe('success');
  const missing = await stage.run('nothing', [], {
    automation: { expected_downloads: 2 },
    dependencies: shortLimits,
  });
  expect(failureOf(missing)).toMatch(/^download_missing: expected_downloads is 2, but .* is 0\.$/);
  const fewer = await stage.run('nothing', [wait], {
    start,
    automation: { expected_downloads: 2 },
    dependencies: shortLimits,
  });
  expect(failureOf(fewer)).toMatch(
    /^download_missing: expected_downloads is 2, .* is 0 \(and 1 of the task that it continues\)/,
  );
});

test('a checkpoint counts the files so far, including those of earlier runs', async () => {
  const start = {
    nodePath: 'nodes[0]',
    pageUrl: null,
    variables: {},
    outputData: [],
    fileCount: 2,
  };
  const target = { command: 'locator("#missing")' };
  const failing = interact('click_element', target, { group: { max_tries: 1 } });
  const nodes = [{ ...clickLink(), resumable: true }, { ...clickLink(), resumable: true }, failing];
  const { result } = await stage.run('<a href="/one.txt">Report</a>', nodes, { start });
  expect(result.checkpoints).toMatchObject([
    { nodePath: 'nodes[1]', fileCount: 3 },
    { nodePath: 'nodes[2]', fileCount: 4 },
  ]);
});

test('treats an address of a file as a download, not as a failed page', async () => {
  const run = await stage.run('first', [interact('go_to_url', { url: `${stage.url}/direct.pdf` })]);
  expect(failureOf(run)).toBe('success');
  expect(run.result.downloads).toMatchObject([{ filename: 'direct.pdf' }]);
});

test('separates the downloads of runs that share a browser', async () => {
  const [one, other] = await Promise.all(
    ['one.txt', 'other.txt'].map((name) =>
      stage.run(`<a href="/${name}">Report</a>`, [clickLink()]),
    ),
  );
  expect(one?.result.downloads.map(({ filename }) => filename)).toEqual(['one.txt']);
  expect(other?.result.downloads.map(({ filename }) => filename)).toEqual(['other.txt']);
});
