import { expect, test } from '@jest/globals';
import { openModels } from '../../test/open-models.ts';
import { failureOf, interact } from '../../test/run-on-page.ts';
import { useStage } from '../../test/use-stage.ts';

const stage = useStage();

const html = `<style>body { margin: 0 }</style>
  <canvas style="position:fixed; left:50vw; top:25vh; width:40px; height:40px; background:red"
    onclick="document.title = 'clicked'"></canvas>`;
const find = (prompt: string, names = ['x', 'y']) => ({
  extraction_action: { vision: { prompt, output_variable_names: names } },
  before_sleep_time: 0,
});

// proves field: extraction_action.vision.prompt; extraction_action.vision.output_variable_names
test('returns the coordinates that the model points at', async () => {
  await using asked = await openModels();
  asked.server.script('vision', { json: { x: 510, y: 265 } });
  const click = interact('click_element', { coordinates: ['{x[0]}', '{y[0]}'] });
  const inputs = { colour: ['red'] };
  const run = await stage.run(html, [find('The {colour[0]} square'), click], {
    inputs,
    dependencies: asked.dependencies,
  });
  expect(failureOf(run)).toBe('success');
  expect(await run.read('document.title')).toBe('clicked');
  const [request] = asked.server.requests;
  expect(request?.images).toHaveLength(1);
  expect(request?.instructions).toContain('The red square');
});

test('returns -1 when the model finds nothing', async () => {
  await using asked = await openModels();
  asked.server.script('vision', { json: { x: null, y: null } });
  const run = await stage.run(html, [find('The green square')], asked);
  expect(run.result.outputData).toEqual([{ json_data: { x: -1, y: -1 } }]);
});

test('rejects coordinates outside the picture', async () => {
  await using asked = await openModels();
  asked.server.always('vision', { json: { x: 1500, y: 20 } });
  const run = await stage.run(html, [find('The square')], asked);
  expect(failureOf(run)).toMatch(/^model_answer_invalid: .*"\/x" must be <= 1000/);
});
