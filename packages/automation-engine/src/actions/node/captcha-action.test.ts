import { openBrowser } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openModels, type OpenModels } from '../../test/open-models.ts';
import { failureOf, openStage, type Stage } from '../../test/run-on-page.ts';

const resources = new AsyncDisposableStack();
let stage: Stage;
beforeAll(async () => {
  stage = resources.use(await openStage(resources.use(await openBrowser())));
});
afterAll(async () => resources[Symbol.asyncDispose]());

const box = 'locator("#box")';
const grid = 'locator("#grid")';
/**
 * A 2 by 2 grid of 100-pixel cells below a 40-pixel header, with a button in the corner. Cells 1
 * and 4 are correct.
 */
const page = `<style>body { margin: 0 }
  #box { width: 60px; height: 30px; background: #ddd }
  #grid { position: absolute; left: 20px; top: 60px; width: 200px; height: 280px; background: #eee }
  #grid i { position: absolute; width: 100px; height: 100px; background: #9cf }
  #verify { position: absolute; right: 0; bottom: 0; width: 60px; height: 30px }
</style>
<div id=box onclick="boxAt = [event.offsetX, event.offsetY]; shows && (grid.hidden = false)"></div>
<div id=grid hidden><i style="left:0;top:40px">1</i><i style="left:100px;top:40px">2</i>
  <i style="left:0;top:140px">3</i><i style="left:100px;top:140px">4</i><button id=verify>Verify</button></div>
<script>var boxAt, shows = true, clicks = [];
  for (const cell of document.querySelectorAll('i')) cell.onclick = () => clicks.push(cell.textContent);
  verify.onclick = () => { clicks.push('v'); if (clicks.join('').endsWith('14v')) grid.hidden = true; };
</script>`;

function captcha(more: object = {}, config: object = {}) {
  const measures = { grid_top_offset: 40, grid_bottom_trim: 40, max_captcha_retries: 2 };
  return {
    type: 'action_node',
    end_sleep_time: 0,
    captcha_action: {
      locator: box,
      secondary_locator: grid,
      wait_time: 1,
      config: { ...measures, ...config },
      ...more,
    },
  };
}

const choose = (...boxes: number[]) => ({ json: { rows: 2, columns: 2, boxes } });
const refreshed = (isNew: boolean) => ({ json: { new_images: isNew } });

function run(models: OpenModels | undefined, node: object, html = page) {
  return stage.run(html, [node], { dependencies: models?.dependencies ?? {} });
}

// proves service: captcha: grid
// proves field: captcha_action.locator; captcha_action.secondary_locator
// proves field: captcha_action.llm_provider; captcha_action.llm_model_name
// proves field: captcha_action.config.grid_top_offset; captcha_action.config.grid_bottom_trim
test('chooses the named pictures, including refreshed ones, until the grid is gone', async () => {
  await using models = await openModels();
  models.server.script('captcha', choose(2), refreshed(true), choose(1, 4), refreshed(false));
  const node = captcha({ llm_provider: 'openai', llm_model_name: 'gpt-x' });
  const finished = await run(models, node);
  expect(failureOf(finished)).toBe('success');
  expect(await finished.read('clicks.join("")')).toBe('214v');
  const [first] = models.server.requests;
  expect(first).toMatchObject({ model: 'gpt-x', format: 'openai-responses' });
  expect(first?.images).toHaveLength(1);
});

// proves service: captcha: unsolved
// proves field: captcha_action.config.max_captcha_retries
test('fails when the captcha is not solved within the allowed attempts', async () => {
  await using models = await openModels();
  models.server.always('captcha', choose());
  const finished = await run(models, captcha());
  expect(failureOf(finished)).toMatch(
    /^captcha_unsolved: The captcha was not solved in 2 attempts[^]*the grid of pictures is still there/,
  );
  expect(await finished.read('clicks.join("")')).toBe('vv');
});

test('succeeds when the grid disappears right after the correct choice', async () => {
  await using models = await openModels();
  models.server.script('captcha', choose(1, 4));
  const eager = page.replace(
    'clicks.push(cell.textContent)',
    "{ clicks.push(cell.textContent); if (clicks.join('') === '14') grid.remove(); }",
  );
  expect(failureOf(await run(models, captcha(), eager))).toBe('success');
});

// proves service: captcha: redrawn
test('fails when the page only redraws the grid', async () => {
  await using models = await openModels();
  models.server.always('captcha', choose());
  const stubborn = page.replace(
    "clicks.push('v');",
    "clicks.push('v'); const again = grid.cloneNode(true); grid.replaceWith(again); again.querySelector('button').onclick = verify.onclick;",
  );
  expect(failureOf(await run(models, captcha(), stubborn))).toMatch(
    /^captcha_unsolved: [^]*the grid of pictures is still there/,
  );
});

// proves field: captcha_action.wait_time; captcha_action.config.primary_click_x_offset
// proves field: captcha_action.config.primary_click_y_offset
test('clicks the box at its offset and succeeds when no pictures appear in time', async () => {
  const quiet = page.replace('shows = true', 'shows = false');
  const offsets = { primary_click_x_offset: 12, primary_click_y_offset: 7 };
  const finished = await run(undefined, captcha({ wait_time: 0.2 }, offsets), quiet);
  expect(failureOf(finished)).toBe('success');
  expect(await finished.read('boxAt')).toEqual([12, 7]);
  const late = page.replace(
    'grid.hidden = false',
    'setTimeout(() => { grid.hidden = false }, 600)',
  );
  expect(failureOf(await run(undefined, captcha({ wait_time: 5 }), late))).toMatch(
    /^model_unavailable/,
  );
});

// proves service: captcha: text
test("types the model's reading when the second element is a text field", async () => {
  await using models = await openModels();
  const html = '<div id=box style="width:100px;height:40px">7 K 2 Q</div><input id=grid value=old>';
  models.server.script('captcha', { json: { text: null } }, { json: { text: ' 7K2Q ' } });
  const finished = await run(models, captcha(), html);
  expect(failureOf(finished)).toBe('success');
  expect(await finished.read('grid.value')).toBe('7K2Q');

  models.server.always('captcha', { json: { text: null } });
  expect(failureOf(await run(models, captcha(), html))).toMatch(
    /^captcha_unsolved: [^]*could not read the picture/,
  );
});

// proves field: captcha_action.config.thinking_budget_tokens
test.each([
  [512, 512],
  [null, undefined],
])("limits the model's thinking to a budget of %s", async (budget, thinkingTokens) => {
  await using models = await openModels();
  models.server.script('captcha', choose(1, 4), refreshed(false));
  const finished = await run(models, captcha({}, { thinking_budget_tokens: budget }));
  expect(failureOf(finished)).toBe('success');
  const asked = models.server.requests.map((request) => request.thinkingTokens);
  expect(asked).toEqual([thinkingTokens, thinkingTokens]);
  expect(models.server.refusals).toEqual([]);
});

test('fails before asking when the model does not support a thinking budget', async () => {
  await using models = await openModels();
  const node = captcha(
    { llm_provider: 'openai', llm_model_name: 'gpt-5' },
    { thinking_budget_tokens: 512 },
  );
  expect(failureOf(await run(models, node))).toMatch(
    /^model_error: [^]*"openai\/gpt-5" cannot be limited to 512 thinking tokens[^]*thinking_budget_tokens/,
  );
  expect(models.server.requests).toEqual([]);
});
