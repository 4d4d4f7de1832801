import { expect, test } from '@jest/globals';
import { BLOCK } from '@errand/test-kit';
import { openModels } from '../../test/open-models.ts';
import { failureOf } from '../../test/run-on-page.ts';
import { useStage } from '../../test/use-stage.ts';

const block = BLOCK.replaceAll('"', '&quot;');
const pages: Readonly<Record<string, string>> = {
  '/box': `<button onmousedown="${block}">Box</button>`,
  '/field': `<input onkeydown="${block}">`,
};
const stage = useStage(({ url = '' }, response) => {
  response.setHeader('content-type', 'text/html').end(pages[url]);
});
const inFrame = (locator: string) => `frame_locator("iframe").${locator}`;

test('fails if the frame of a part hangs when it is clicked or typed into', async () => {
  const other = stage.url.replace('127.0.0.1', 'localhost');
  await using models = await openModels();
  models.server.always('captcha', { json: { text: 'abc' } });
  const solve = (path: string, captcha: object) =>
    stage.run(
      `<img id=picture width=50 height=50><iframe src="${other}${path}"></iframe>`,
      [{ captcha_action: { wait_time: 1, ...captcha }, end_sleep_time: 0 }],
      { dependencies: models.dependencies },
    );
  const runs = await Promise.all([
    solve('/box', { locator: inFrame('get_by_role("button")') }),
    solve('/field', {
      locator: 'locator("#picture")',
      secondary_locator: inFrame('locator("input")'),
    }),
  ]);
  for (const run of runs) {
    // A starved machine gets up to three times as long.
    expect(failureOf(run)).toMatch(
      /^not_actionable: .*is in a page or frame that does not respond. Waited [2-6]\d/,
    );
  }
});
