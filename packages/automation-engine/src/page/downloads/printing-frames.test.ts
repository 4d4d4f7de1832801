import { expect, test } from '@jest/globals';
import { failureOf, interact } from '../../test/run-on-page.ts';
import { useStage } from '../../test/use-stage.ts';

const stage = useStage((request, response) => {
  response.setHeader('content-type', 'text/html');
  const atOnce = request.url === '/at-once' ? '<script>print()</script>' : '';
  response.end(`${atOnce}<button onclick="print(); this.textContent = 'printed'">Print</button>`);
});

const limits = { downloadStartMs: 4000, downloadMs: 8000 };
const otherSite = () => stage.url.replace('127.0.0.1', 'localhost');
const frame = 'frame_locator("iframe")';

test.each([
  ['its own', () => stage.url],
  ['another', otherSite],
])('makes a PDF of the page when a frame of %s site prints', async (_whose, site) => {
  const run = await stage.run(
    `<title>Slip</title><iframe src="${site()}/frame"></iframe>`,
    [
      interact('click_element', {
        command: `${frame}.get_by_role("button")`,
        expect_download: true,
      }),
      interact('click_element', { command: `${frame}.get_by_text("printed")` }),
    ],
    { dependencies: { limits } },
  );
  expect(failureOf(run)).toBe('success');
  expect(run.result.downloads.map(({ filename }) => filename)).toEqual(
    expect.arrayContaining(['Slip.pdf']),
  );
});

test('creates a PDF when a frame of another site prints as it loads', async () => {
  const run = await stage.run(
    `<title>Slip</title><button id=go onclick="
       document.body.append(Object.assign(document.createElement('iframe'), { src: '${otherSite()}/at-once' }))">x</button>`,
    [interact('click_element', { command: 'locator("#go")', expect_download: true })],
    { dependencies: { limits } },
  );
  expect(failureOf(run)).toBe('success');
  expect(run.result.downloads).toMatchObject([{ filename: 'Slip.pdf' }]);
});
