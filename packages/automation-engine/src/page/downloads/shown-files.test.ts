import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { failureOf, type FinishedRun, interact } from '../../test/run-on-page.ts';
import { useStage } from '../../test/use-stage.ts';

const pdf = [
  '%PDF-1.1',
  '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
  '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
  '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj',
  'trailer<</Root 1 0 R>>',
  '%%EOF',
].join('\n');

const stage = useStage(({ url = '' }, response) => {
  if (!url.includes('.pdf')) {
    response.writeHead(200, { 'content-type': 'text/html' });
    return response.end('<title>Slip 7/8</title>printable<script>print()</script>');
  }
  const name = `inline; filename="../May's bill.pdf"`;
  response.writeHead(200, {
    'content-type': 'application/pdf',
    ...(url.includes('named') && { 'content-disposition': name }),
  });
  return response.end(pdf);
});

const clickGo = (params: object = {}) =>
  interact('click_element', { command: 'locator("#go")', ...params });
const expectFile = clickGo({ expect_download: true });
const limits = { downloadStartMs: 4000, downloadMs: 8000 };
const contentOf = async ({ result }: FinishedRun) => {
  const [file] = result.downloads;
  return file ? readFile(file.path, 'latin1') : 'no file';
};

test.each([
  ['the tab', '<a id=go href="/shown.pdf">x</a>', 'shown.pdf'],
  ['a new tab', '<a id=go target=_blank href="/named.pdf">x</a>', `_May's bill.pdf`],
  ['a frame', '<a id=go target=f href="/framed.pdf">x</a><iframe name=f></iframe>', 'framed.pdf'],
])('keeps a PDF that is shown in %s', async (_where, html, filename) => {
  const run = await stage.run(html, [expectFile], { dependencies: { limits } });
  expect(failureOf(run)).toBe('success');
  expect(run.result.downloads).toMatchObject([{ filename, contentType: 'application/pdf' }]);
  expect(await contentOf(run)).toBe(pdf);
});

test('keeps a PDF that no step expected', async () => {
  const run = await stage.run('<a id=go href="/late.pdf">x</a>', [clickGo()], {
    automation: { expected_downloads: 1 },
    dependencies: { limits },
  });
  expect(failureOf(run)).toBe('success');
  expect(run.result.downloads).toMatchObject([{ filename: 'late.pdf', size: pdf.length }]);
});

test.each([
  ['a click', '<title>Slip 7/8</title><button id=go onclick="print()">x</button>'],
  ['a popup that loads', '<button id=go onclick="window.open(`/slip`)">x</button>'],
])('makes a PDF when %s prints the page', async (_what, html) => {
  const run = await stage.run(html, [expectFile], { dependencies: { limits } });
  expect(failureOf(run)).toBe('success');
  expect(run.result.downloads).toMatchObject([{ filename: 'Slip 7_8.pdf' }]);
  expect(await contentOf(run)).toMatch(/^%PDF/);
});

test('keeps files that scripts create: blobs, and two simultaneously', async () => {
  const run = await stage.run(
    `<button id=go>x</button><script>
      const save = (name) => {
        const link = document.createElement('a');
        link.href = URL.createObjectURL(new Blob([name]));
        link.download = name;
        link.click();
      };
      go.onclick = () => { save('a.csv'); save('b.csv') };
    </script>`,
    [expectFile, clickGo({ expect_download: true, download_filename: 'again' })],
    { automation: { expected_downloads: 4 }, dependencies: { limits } },
  );
  expect(failureOf(run)).toBe('success');
  const names = run.result.downloads.map(({ filename }) => filename);
  // Of the last two files, the one that the browser reports first gets the name.
  const second = expect.stringMatching(/^[ab]_2\.csv$/);
  expect(names).toHaveLength(4);
  expect(names).toEqual(expect.arrayContaining(['a.csv', 'b.csv', 'again.csv', second]));
});
