import { expect, test } from '@jest/globals';
import { FORM, gone, quick } from '../../test/order-form.ts';
import { failureOf, interact } from '../../test/run-on-page.ts';
import { call } from '../../test/scripted-answers.ts';
import { useModels, useStage } from '../../test/use-stage.ts';

const models = useModels(useStage());
const { run, requestFor } = models;

test('lets an agent reveal the element and perform the step', async () => {
  models.server.script('target', { json: { index: -1, reason: 'It may be in the menu.' } });
  models.server.script(
    'step',
    call('click', { index: /More/ }),
    call('perform_step', { index: /Export/ }),
  );
  const html = `<button onclick="m.hidden = false">More</button><div id=m hidden><button ondblclick="done = true">Export</button></div>`;
  const step = interact('click_element', { prompt_instructions: 'export', double_click: true });
  const finished = await run(html, [step]);
  expect(failureOf(finished)).toBe('success');
  expect(await finished.read('done')).toBe(true);
  expect(finished.events[0]?.means).toEqual([
    {
      kind: 'model',
      outcome: 'failed',
      reason: 'It may be in the menu.',
      model: expect.any(String),
    },
    { kind: 'agent', outcome: 'done', model: expect.any(String) },
  ]);
  const tools = requestFor('step').tools.map(({ name }) => name);
  expect(tools).toEqual(['click', 'scroll', 'back', 'wait', 'perform_step', 'give_up']);
});

test('fails when neither model nor agent finds the element', async () => {
  models.server.script('target', { json: { index: -1, reason: 'No such button.' } });
  models.server.script('step', call('give_up', { reason: 'It is nowhere.' }));
  const finished = await run(FORM, [interact('click_element', gone, { group: quick })]);
  expect(failureOf(finished)).toMatch(
    /^element_not_found: The element "the save button" was not found\. .*matched no element.*No such button\..*It is nowhere\./,
  );
  expect(finished.events[0]?.means?.map(({ kind, outcome }) => `${kind} ${outcome}`)).toEqual([
    'command failed',
    'model failed',
    'agent failed',
  ]);
  expect(finished.result.checkpoints).toMatchObject([{ hasActed: false }]);
});

test('reports that an agent that gave up had acted on the page', async () => {
  models.server.script('target', { json: { index: -1, reason: 'No such button.' } });
  models.server.script(
    'step',
    call('click', { index: /Send/ }),
    call('give_up', { reason: 'It is nowhere.' }),
  );
  const finished = await run('<button onclick="sent = true">Send</button>', [
    interact('click_element', gone, { group: quick }),
  ]);
  expect(failureOf(finished)).toMatch(/^element_not_found: /);
  expect(await finished.read('sent')).toBe(true);
  expect(finished.result.checkpoints).toMatchObject([{ hasActed: true }]);
});
