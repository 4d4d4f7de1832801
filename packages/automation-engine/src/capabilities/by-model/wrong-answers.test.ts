import { expect, test } from '@jest/globals';
import { FORM, gone, quick } from '../../test/order-form.ts';
import { failureOf, interact } from '../../test/run-on-page.ts';
import { call, pick } from '../../test/scripted-answers.ts';
import { useModels, useStage } from '../../test/use-stage.ts';

const models = useModels(useStage());
const { run, purposes } = models;

test.each([
  ['another element has that name', 'Save order', /Cancel/, ['the right one']],
  ["the page's wording has changed", 'Store order', /Save order/, ['save 1']],
  ['its name is similar', 'Save', /Save order/, ['save 1']],
])('trusts a model over the name in the command unless %s', async (...[, name, found, log]) => {
  models.server.script('target', pick(found));
  models.server.script(
    'step',
    call('perform_step', { index: found }),
    call('perform_step', { index: /Save order/ }),
  );
  const html =
    name === 'Save order' ? FORM.replaceAll("'save ' + event.detail", "'the right one'") : FORM;
  const target = {
    command: `get_by_role("link", name="${name}")`,
    prompt_instructions: 'what saves the order',
  };
  const finished = await run(html, [interact('click_element', target, { group: quick })]);
  expect(failureOf(finished)).toBe('success');
  expect(await finished.read('log')).toEqual(log);
  const refusal = expect.stringContaining(
    'is not called "Save order" as the command says, and another element of the page is',
  );
  const isRefused = name === 'Save order';
  expect(finished.events[0]?.means?.[1]).toMatchObject(
    isRefused ? { outcome: 'failed', reason: refusal } : { outcome: 'done' },
  );
});

test('acts on nothing when the model returns an unknown index', async () => {
  models.server.script('target', { json: { index: 99, reason: 'made up' } });
  models.server.script('step', call('give_up', { reason: 'no' }));
  const finished = await run(FORM, [interact('click_element', gone, { group: quick })]);
  expect(failureOf(finished)).toMatch(/^element_not_found/);
  expect(await finished.read('log')).toEqual([]);
});

test('does not act when the element changes before the model has responded', async () => {
  const html = `${FORM}<script>setTimeout(() => { document.querySelector('button:last-of-type').textContent = 'Delete order' }, 400)</script>`;
  let isLate = false;
  models.server.script('target', (request) => {
    const answer = pick(/Save order/)(request);
    const end = Date.now() + 600;
    while (Date.now() < end) isLate = true;
    return answer;
  });
  models.server.script('step', call('give_up', { reason: 'no' }));
  const group = { max_timeout_seconds_per_try: 0.01 };
  const finished = await run(html, [interact('click_element', gone, { group })]);
  expect(isLate).toBe(true);
  expect(failureOf(finished)).toMatch(/^element_not_found/);
  expect(await finished.read('log')).toEqual([]);
});

test('fails closed when the model does not answer', async () => {
  models.server.script('target', { status: 400 });
  const finished = await run(FORM, [interact('click_element', gone, { group: quick })]);
  expect(failureOf(finished)).toMatch(/^model_error/);
  expect(await finished.read('log')).toEqual([]);
});

test('does not fall back once the element has been acted on', async () => {
  const html = '<input id=i oninput="this.remove()">';
  const params = {
    command: 'locator("#i")',
    prompt_instructions: 'x',
    input_text: 'a',
    press_enter: true,
  };
  const finished = await run(html, [interact('input_text', params, { group: quick })]);
  expect(failureOf(finished)).toMatch(/^locator_not_found/);
  expect(purposes()).toEqual([]);
});

test('types nothing into a frame of another origin that the task does not name', async () => {
  models.server.script('target', pick(/id=f/));
  models.server.script(
    'step',
    call('perform_step', { index: /id=f/ }),
    call('give_up', { reason: 'refused' }),
  );
  const html = '<iframe src="data:text/html,<input id=f>"></iframe>';
  const step = interact(
    'input_text',
    { prompt_instructions: 'card', input_text: '4111' },
    { group: quick },
  );
  const finished = await run(html, [step]);
  expect(failureOf(finished)).toMatch(/is in a frame of no origin, which the task does not name/);
});
