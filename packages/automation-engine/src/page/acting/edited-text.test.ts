import { expect, test } from '@jest/globals';
import { failureOf, interact } from '../../test/run-on-page.ts';
import { useStage } from '../../test/use-stage.ts';

const stage = useStage();

/** Another field has focus; no text may go there. */
const page = (editor: string) => `<input id=other value=keep autofocus>${editor}`;
const editor = '<div contenteditable id=editor><p id=one>one</p><p id=two>two</p></div>';
const put = (params: object) => interact('input_text', { command: 'locator("#two")', ...params });

test.each([[true], [false]])(
  'replaces the text of one paragraph of an editor (click first: %s)',
  async (isClicked) => {
    const run = await stage.run(page(editor), [
      put({ input_text: 'new', click_before_input: isClicked }),
    ]);
    expect(failureOf(run)).toBe('success');
    expect(await run.read('[other.value, one.innerText, two.innerText]')).toEqual([
      'keep',
      'one',
      'new',
    ]);
  },
);

test('types after the text of one paragraph of an editor', async () => {
  const run = await stage.run(page(editor), [
    put({ input_text: '!', fill_or_type: 'type', click_before_input: false }),
  ]);
  expect(failureOf(run)).toBe('success');
  expect(await run.read('[other.value, editor.innerText.split(/\\n+/).join()]')).toEqual([
    'keep',
    'one,two!',
  ]);
});

test('replaces the text of an editor that something covers', async () => {
  const run = await stage.run(page(`${editor}<div style="position:fixed;inset:0"></div>`), [
    interact('input_text', { command: 'locator("#editor")', input_text: 'new' }),
  ]);
  expect(failureOf(run)).toBe('success');
  expect(await run.read('[other.value, editor.innerText]')).toEqual(['keep', 'new']);
});

test('types into a field that passes focus on', async () => {
  const run = await stage.run(`<input id=field onfocus="other.focus()"><input id=other>`, [
    interact('input_text', {
      command: 'locator("#field")',
      input_text: '12',
      fill_or_type: 'key_press',
    }),
  ]);
  expect(failureOf(run)).toBe('success');
  expect(await run.read('[field.value, other.value]')).toEqual(['', '12']);
});

test.each([['fill'], ['type'], ['key_press']])(
  'refuses to put text (%s) into an element that cannot be focused',
  async (way) => {
    const run = await stage.run(page('<div inert><input id=field></div>'), [
      interact('input_text', { command: 'locator("#field")', input_text: 'x', fill_or_type: way }),
    ]);
    expect(failureOf(run)).toMatch(/^not_actionable: .* cannot be given the focus/);
    expect(await run.read('[other.value, field.value]')).toEqual(['keep', '']);
  },
);

test('waits until a modal dialog lets the field have focus', async () => {
  const run = await stage.run(
    `<input id=field><dialog id=modal>Wait</dialog>
     <script>modal.showModal(); setTimeout(() => modal.close(), 300)</script>`,
    [interact('input_text', { command: 'locator("#field")', input_text: 'x' })],
  );
  expect(failureOf(run)).toBe('success');
  expect(await run.read('field.value')).toBe('x');
});
