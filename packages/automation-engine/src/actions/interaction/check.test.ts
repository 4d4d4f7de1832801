import { expect, test } from '@jest/globals';
import { failureOf, interact } from '../../test/run-on-page.ts';
import { useStage } from '../../test/use-stage.ts';

const stage = useStage();

const box = { command: 'locator("#box")' };
const countClicks =
  '<script>window.clicks = 0; addEventListener("click", (e) => { if (e.target.id === "box") clicks += 1 })</script>';
const run = (html: string, ...kinds: readonly ('check' | 'uncheck')[]) =>
  stage.run(
    countClicks + html,
    kinds.map((kind) => interact(kind, box)),
  );

// proves field: interaction_action.check.command; interaction_action.uncheck.command
test('clicks only if the state differs', async () => {
  const checked = await run('<input type=checkbox id=box>', 'check', 'check');
  expect(await checked.read('[box.checked, clicks]')).toEqual([true, 1]);
  const unchecked = await run('<input type=checkbox id=box checked>', 'uncheck', 'uncheck');
  expect(await unchecked.read('[box.checked, clicks]')).toEqual([false, 1]);
});

test('checks a radio button but rejects unchecking it', async () => {
  const checked = await run('<input type=radio id=box>', 'check', 'uncheck');
  expect(await checked.read('box.checked')).toBe(true);
  expect(failureOf(checked)).toMatch(/is a radio button, which cannot be unchecked/);
});

test('toggles elements with aria-checked, even when it updates late', async () => {
  const late = await run(
    `<div id=box role=switch aria-checked=false onclick="setTimeout(() => this.setAttribute('aria-checked', 'true'), 150)">On</div>`,
    'check',
  );
  expect(failureOf(late)).toBe('success');
  expect(await late.read('box.ariaChecked')).toBe('true');
});

test('fails when the click does not change the state', async () => {
  const stubborn = await run(
    '<input type=checkbox id=box onclick="event.preventDefault()">',
    'check',
  );
  expect(failureOf(stubborn)).toMatch(/^not_actionable.*was clicked but did not become checked/);
});

test('rejects an element that cannot be checked', async () => {
  const refused = await run('<button id=box>Box</button>', 'check');
  expect(failureOf(refused)).toMatch(/is <button id="box">, which cannot be checked/);
});

test('checks a box covered by its label', async () => {
  const covered = await run(
    `<label style="position:relative;display:inline-block"><input type=checkbox id=box>
       <span style="position:absolute;inset:0;background:green">Terms</span></label>`,
    'check',
  );
  expect(failureOf(covered)).toBe('success');
  expect(await covered.read('box.checked')).toBe(true);
});
