import { expect, test } from '@jest/globals';
import { openBrowser } from '@errand/test-kit';
import { openStage } from '../../test/run-on-page.ts';

const state = {
  extraction_action: { state: {}, unique_identifier: 'state' },
  before_sleep_time: 0,
};

// proves field: extraction_action.state
test('returns address, title, storage and cookies', async () => {
  await using browser = await openBrowser();
  await using stage = await openStage(browser);
  const run = await stage.run(
    `<title>Portal</title><script>
       localStorage.token = 'abc'; sessionStorage.step = '2'; document.cookie = 'theme=dark';
     </script>`,
    [state],
  );
  expect(run.result.outputData).toEqual([
    {
      unique_identifier: 'state',
      json_data: {
        page_url: run.page.url(),
        page_title: 'Portal',
        local_storage: { token: 'abc' },
        session_storage: { step: '2' },
        cookies: [expect.objectContaining({ name: 'theme', value: 'dark', domain: '127.0.0.1' })],
        document_cookie: 'theme=dark',
      },
    },
  ]);
});

test('returns empty storage when the page has none', async () => {
  await using browser = await openBrowser();
  await using stage = await openStage(browser);
  const run = await stage.run('', [state], {
    automation: { url: 'data:text/html,<title>Plain</title>' },
  });
  expect(run.result.outputData).toMatchObject([
    { json_data: { page_title: 'Plain', local_storage: {}, document_cookie: '' } },
  ]);
});
