import { expect, test } from '@jest/globals';
import { failureOf, interact } from '../../test/run-on-page.ts';
import { pick } from '../../test/scripted-answers.ts';
import { useModels, useStage } from '../../test/use-stage.ts';

const models = useModels(useStage());
const { run } = models;

test('proposes locators that match the same element, in frames too', async () => {
  models.server.script('target', pick(/Pay now/));
  const html = `<button>Pay now</button><iframe title=Till srcdoc="<button data-testid=pay onclick='parent.paid = true'>Pay now for good</button>"></iframe>`;
  const target = { prompt_instructions: 'the pay button of the till' };
  models.server.script('target', pick(/for good/));
  const first = await run(html, [interact('click_element', target)]);
  expect(first.events[0]?.healedLocator?.command).toBe(
    'get_by_role("button", name="Pay now", exact=True)',
  );
  const second = await run(html, [interact('click_element', target)]);
  const command = second.events[0]?.healedLocator?.command;
  expect(command).toBe('get_by_title("Till", exact=True).content_frame.get_by_test_id("pay")');
  const third = await run(html, [interact('click_element', { command })]);
  expect(failureOf(third)).toBe('success');
  expect(await third.read('paid')).toBe(true);
});
