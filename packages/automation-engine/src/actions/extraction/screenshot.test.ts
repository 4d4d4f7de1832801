import { expect, test } from '@jest/globals';
import { openBrowser } from '@errand/test-kit';
import { openStage } from '../../test/run-on-page.ts';

const screenshot = (filename: string, fullPage = true) => ({
  extraction_action: { screenshot: { filename, full_page: fullPage } },
  before_sleep_time: 0,
});

// proves field: extraction_action.screenshot.filename; extraction_action.screenshot.full_page
test('saves images under safe, unique names in the format of their extension', async () => {
  await using browser = await openBrowser();
  await using stage = await openStage(browser);
  const run = await stage.run(
    '<div style="height:3000px">tall</div>',
    [
      screenshot('../{name[0]}.png'),
      screenshot('page.png', false),
      screenshot('page.jpg'),
      screenshot('bare'),
    ],
    { inputs: { name: ['page'] } },
  );
  const { screenshots } = run.result;
  expect(screenshots.map(({ filename, contentType }) => [filename, contentType])).toEqual([
    ['_page.png', 'image/png'],
    ['page.png', 'image/png'],
    ['page.jpg', 'image/jpeg'],
    ['bare.png', 'image/png'],
  ]);
  const [full, visible, jpeg] = screenshots.map(({ content }) => Buffer.from(content));
  expect(full?.readUInt32BE(20)).toBeGreaterThan(visible?.readUInt32BE(20) ?? 0);
  expect(jpeg?.subarray(0, 2).toString('hex')).toBe('ffd8');
  expect(run.result.outputData).toEqual([]);
});
