import { expect, test } from '@jest/globals';
import { quick } from '../../test/order-form.ts';
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

test.each([
  ['the locator', { command: 'get_by_role("button", name="Order {order[0]}")' }],
  ['the instructions', { prompt_instructions: 'the link of order {order[0]}' }],
  ['the XPath', { xpath: '//a[@id="{order[0]}"]' }],
])('does not propose a locator if %s has placeholders', async (_where, params) => {
  models.server.script('target', pick(/4711/));
  const html = '<a href="#a">Order 4711</a> <a href="#b">Order 4712</a>';
  const target = { prompt_instructions: 'the order', ...params };
  const step = interact('click_element', target, { group: quick });
  const finished = await run(html, [step], { inputs: { order: ['4711'] } });
  expect(failureOf(finished)).toBe('success');
  expect(finished.events[0]?.means).toContainEqual(expect.objectContaining({ kind: 'model' }));
  expect(finished.events[0]).not.toHaveProperty('healedLocator');
});

test('does not propose a locator for a step in a loop', async () => {
  models.server.script('target', pick(/4711/));
  const html = '<a href="#a">Order 4711</a> <a href="#b">Order 4712</a>';
  const step = interact('click_element', { prompt_instructions: 'the first open order' });
  const loop = { type: 'for_loop_node', variable_name: 'order', nodes: [step] };
  const finished = await run(html, [loop], { inputs: { order: ['4711'] } });
  expect(failureOf(finished)).toBe('success');
  const event = finished.events.find(({ kind }) => kind === 'click_element');
  expect(event?.means).toContainEqual(expect.objectContaining({ kind: 'model' }));
  expect(event).not.toHaveProperty('healedLocator');
});
