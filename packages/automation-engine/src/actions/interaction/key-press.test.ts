import { expect, test } from '@jest/globals';
import { keyNames } from '../../fields/keys.ts';
import { failureOf, interact } from '../../test/run-on-page.ts';
import { useStage } from '../../test/use-stage.ts';

const stage = useStage();

const press = (type: string | string[], target: object = {}) =>
  interact('key_press', { type, ...target });
const note = `<script>
  window.seen = [];
  addEventListener('keydown', ({ key, code, isTrusted }) => seen.push([key, code, isTrusted]), true);
</script>`;
const field = { command: 'locator("#field")' };

// proves field: interaction_action.key_press.command
test('focuses its target first', async () => {
  const run = await stage.run(
    `<input id=other autofocus>
     <form onsubmit="window.sent = field.value; return false"><input id=field value=yes></form>`,
    [press('enter', field)],
  );
  expect(failureOf(run)).toBe('success');
  expect(await run.read('[document.activeElement.id, window.sent]')).toEqual(['field', 'yes']);
});

test('sends keys to whatever has focus if there is no target', async () => {
  const run = await stage.run('<input id=field autofocus>', [
    press('a'),
    press('!'),
    press('num7'),
  ]);
  expect(failureOf(run)).toBe('success');
  expect(await run.read('field.value')).toBe('a!7');
});

// proves field: interaction_action.key_press.type
test('holds the earlier keys of a combination while pressing the later ones', async () => {
  const run = await stage.run('<input id=field value="to be replaced">', [
    press(['ctrl', 'a'], field),
    press(['shift', 'x']),
    press(['shift', '1']),
    press(['shift', 'left']),
    press('backspace'),
  ]);
  expect(failureOf(run)).toBe('success');
  expect(await run.read('field.value')).toBe('X');
});

// proves field: interaction_action.key_press.type
test('accepts the key names of the DOM', async () => {
  const run = await stage.run('<input id=field value="to be replaced">', [
    press('Control+A', field),
    press('X'),
    press(['Shift', 'Digit1']),
    press('arrow_left'),
    press('Delete'),
  ]);
  expect(failureOf(run)).toBe('success');
  expect(await run.read('field.value')).toBe('X');
});

test('releases every key of a combination and types nothing', async () => {
  const run = await stage.run(
    `<input id=field><script>
       window.seen = [];
       for (const type of ['keydown', 'keypress', 'keyup']) {
         addEventListener(type, (event) => seen.push(type + ' ' + event.key + ' ' + event.ctrlKey));
       }
     </script>`,
    [press(['ctrl', 'shift', 'k'], field)],
  );
  expect(failureOf(run)).toBe('success');
  expect(await run.read('seen')).toEqual([
    'keydown Control true',
    'keydown Shift true',
    'keydown K true',
    'keyup K true',
    'keyup Shift true',
    'keyup Control false',
  ]);
});

test('delivers every key of the table to the page', async () => {
  const run = await stage.run(
    `<body tabindex=0>${note}<script>
       addEventListener('keydown', (event) => event.preventDefault());
       document.body.focus();
     </script>`,
    keyNames.map((name) => press(name)),
  );
  expect(failureOf(run)).toBe('success');
  const seen = await run.read('seen');
  expect(seen).toHaveLength(keyNames.length);
  expect(seen).toEqual(keyNames.map(() => [expect.any(String), expect.any(String), true]));
  expect(await run.read(`seen.filter(([key]) => key === '' || key === 'Unidentified')`)).toEqual(
    [],
  );
});

test('fails when there are only instructions and no model to follow them', async () => {
  const run = await stage.run('<input>', [press('enter', { prompt_instructions: 'the field' })]);
  expect(failureOf(run)).toMatch(/^model_unavailable: .*"the field"/);
});
