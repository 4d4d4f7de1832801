import { expect, test } from '@jest/globals';
import { failureOf, interact } from '../test/run-on-page.ts';
import { useStage } from '../test/use-stage.ts';

const stage = useStage();

const later = (script: string) => `<script>setTimeout(() => { ${script} }, 4000)</script>`;
const page = `
  <p id=shown>here</p> <p id=hidden hidden>not here</p> <p class=two>1</p><p class=two>2</p>
  <p id=appears hidden>soon</p> <p id=goes>bye</p> <p id=removed>bye</p> <p id=replaced>old</p>
  ${later(`appears.hidden = false; goes.style.display = 'none'; removed.remove();
    replaced.outerHTML = '<p id=replaced hidden>new</p>'`)}`;

const asserting = (locator: string, assertion: string, more: object = {}) => ({
  type: 'assert_locator_node',
  locator,
  assertion,
  output_variable_name: 'answer',
  ...more,
});
/** Writes the assertion's variable, and its index, to the output. */
const tell = {
  misc_action: {
    set_variable: { name: 'x', expression: 'answer', output_variable_name: 'answer' },
  },
  end_sleep_time: 0,
};

async function answersOf(nodes: readonly object[], html = page) {
  const run = await stage.run(
    html,
    nodes.flatMap((node) => [node, tell]),
  );
  expect(failureOf(run)).toBe('success');
  return run.result.outputData.map(({ json_data: data }) => data?.['answer']);
}

// proves field: assert_locator_node.locator; assert_locator_node.assertion
// proves field: assert_locator_node.output_variable_name
test('stores whether an element is visible or hidden', async () => {
  const answers = await answersOf([
    asserting('locator("#shown")', 'to_be_visible'),
    asserting('locator("#hidden")', 'to_be_hidden'),
    asserting('locator("#absent")', 'to_be_hidden'),
    asserting('locator("#shown")', 'to_be_hidden', { timeout: 0.1 }),
    asserting('locator("#hidden")', 'to_be_visible', { timeout: 0.1 }),
    asserting('locator("#absent")', 'to_be_visible', { timeout: 0.1 }),
  ]);
  expect(answers).toEqual([[true], [true], [true], [false], [false], [false]]);
});

// proves field: assert_locator_node.timeout
test('waits until the expectation is met, and checks once when the timeout is 0', async () => {
  const atOnce = { timeout: 0 };
  const answers = await answersOf([
    asserting('locator("#appears")', 'to_be_visible', atOnce),
    asserting('locator("#goes")', 'to_be_hidden', atOnce),
    asserting('locator("#appears")', 'to_be_visible'),
  ]);
  expect(answers).toEqual([[false], [false], [true]]);
  const hiding = ['goes', 'removed', 'replaced'].map((id) => [
    asserting(`locator("#${id}")`, 'to_be_hidden', atOnce),
    asserting(`locator("#${id}")`, 'to_be_hidden'),
  ]);
  for (const nodes of hiding) await expect(answersOf(nodes)).resolves.toEqual([[false], [true]]);
});

test('looks once at a page that is too busy to respond within the timeout', async () => {
  const busy = `${page}<script>setInterval(() => {
    for (const end = performance.now() + 150; performance.now() < end;);
  }, 0)</script>`;
  const short = { timeout: 0.05 };
  const answers = await answersOf(
    [
      asserting('locator("#shown")', 'to_be_visible', short),
      asserting('locator("#hidden")', 'to_be_visible', short),
    ],
    busy,
  );
  expect(answers).toEqual([[true], [false]]);
});

test('checks the page that a click opened', async () => {
  const form = `<form action=/next><button>Go</button></form>`;
  const run = await stage.run(form, [
    interact('click_element', { command: 'get_by_role("button")' }),
    asserting('get_by_text("not here")', 'to_be_visible', { timeout: 0 }),
    tell,
  ]);
  expect(run.result.outputData).toMatchObject([{ json_data: { answer: [true] } }]);
});

test('fails when several elements match and their number is steady', async () => {
  for (const assertion of ['to_be_visible', 'to_be_hidden']) {
    const node = asserting('locator(".two")', assertion, { timeout: 0.2 });
    const run = await stage.run(page, [node]);
    expect(failureOf(run)).toMatch(/^locator_ambiguous: locator\("\.two"\) matched 2 elements/);
  }
});

test('binds placeholders, including those of loops, and names the default variable', async () => {
  const loop = {
    variable_name: 'ids',
    nodes: [
      asserting('locator("#{ids[index]}")', 'to_be_visible', {
        output_variable_name: 'is_{ids[index]}',
        timeout: 0,
      }),
    ],
  };
  const unnamed = { locator: 'locator("#shown")', assertion: 'to_be_visible' };
  const read = {
    misc_action: {
      set_variable: {
        name: 'x',
        expression: '[is_shown[0], is_hidden[0], node3_output[0]]',
        output_variable_name: 'x',
      },
    },
    end_sleep_time: 0,
  };
  const inputs = { ids: ['shown', 'hidden'] };
  const run = await stage.run(page, [loop, unnamed, read], { inputs });
  expect(failureOf(run)).toBe('success');
  expect(run.result.outputData).toMatchObject([{ json_data: { x: [true, false, true] } }]);
});
