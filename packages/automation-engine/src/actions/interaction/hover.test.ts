import { expect, test } from '@jest/globals';
import { failureOf, interact } from '../../test/run-on-page.ts';
import { useStage } from '../../test/use-stage.ts';

const stage = useStage();

const menu = `<style>#menu { width: 80px } #menu ul { display: none } #menu:hover ul { display: block }</style>
  <div id=menu>Menu<ul><li><button onclick="window.chosen = event.isTrusted">Open</button></li></ul></div>`;

// proves field: interaction_action.hover.command
test('opens a menu for the next click', async () => {
  const run = await stage.run(menu, [
    interact('hover', { command: 'locator("#menu")' }),
    interact('click_element', { command: 'get_by_role("button", name="Open")' }),
  ]);
  expect(failureOf(run)).toBe('success');
  expect(await run.read('window.chosen')).toBe(true);
});

test('hovers over a disabled element', async () => {
  const run = await stage.run(
    `<div onmouseover="window.hovered = event.target.id"><button id=pay disabled>Pay</button></div>`,
    [interact('hover', { command: 'locator("#pay")' })],
  );
  expect(failureOf(run)).toBe('success');
  expect(await run.read('document.querySelector(":hover button:hover")?.id')).toBe('pay');
});

test('waits until the element is uncovered', async () => {
  const run = await stage.run(
    `${menu}<div id=cover style="position:fixed;inset:0"></div>
     <script>setTimeout(() => cover.remove(), 150)</script>`,
    [interact('hover', { command: 'locator("#menu")' })],
  );
  expect(failureOf(run)).toBe('success');
  expect(await run.read('menu.matches(":hover")')).toBe(true);
});

test('names what covers an element that stays covered', async () => {
  const run = await stage.run(`${menu}<div id=cover style="position:fixed;inset:0"></div>`, [
    interact(
      'hover',
      { command: 'locator("#menu")' },
      { group: { max_timeout_seconds_per_try: 0.2 } },
    ),
  ]);
  expect(failureOf(run)).toMatch(/^not_actionable: .*is covered by <div id="cover">/);
});
