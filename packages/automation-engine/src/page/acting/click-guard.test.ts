import { expect, test } from '@jest/globals';
import { failureOf, interact } from '../../test/run-on-page.ts';
import { useStage } from '../../test/use-stage.ts';

const stage = useStage();

const click = interact('click_element', { command: 'get_by_role("button")' });

/** A button, and a cover that appears over it when the mouse arrives, `times` times. */
const coveredByMouse = ({ times, forMs }: { times: number; forMs: number }) => `
  <button onclick="seen.push('button')">Pay</button>
  <div id=cover hidden style="position:fixed;inset:0" onclick="seen.push('cover')"></div>
  <script>
    window.seen = [];
    let left = ${times};
    const cover = document.querySelector('#cover');
    for (const type of ['mousedown', 'pointerdown', 'mouseup']) cover.addEventListener(type, () => seen.push(type));
    document.querySelector('button').addEventListener('mousemove', () => {
      if (left-- <= 0) return;
      cover.hidden = false;
      setTimeout(() => { cover.hidden = true }, ${forMs});
    });
  </script>`;

test('blocks a click on a cover that appears with the mouse, and retries', async () => {
  const run = await stage.run(coveredByMouse({ times: 1, forMs: 200 }), [click]);
  expect(failureOf(run)).toBe('success');
  expect(await run.read('seen')).toEqual(['button']);
});

test('fails without a click when something always covers the element', async () => {
  const run = await stage.run(coveredByMouse({ times: 100, forMs: 60_000 }), [click]);
  expect(failureOf(run)).toMatch(/^not_actionable: .* is covered by <div id="cover">/);
  expect(await run.read('seen')).toEqual([]);
});

test('follows an element that moves away from the mouse', async () => {
  const run = await stage.run(
    `<button style="position:absolute;left:0" onclick="window.hit = 1">Pay</button><script>
       let moves = 0;
       const button = document.querySelector('button');
       button.onmousemove = () => { if (moves++ < 2) button.style.left = moves * 300 + 'px' };
     </script>`,
    [click],
  );
  expect(failureOf(run)).toBe('success');
  expect(await run.read('window.hit')).toBe(1);
});

test('clicks the replacement of an element that changes under the mouse', async () => {
  const run = await stage.run(
    `<div id=box><button onclick="window.hit = 'old'">Pay</button></div><script>
       const box = document.querySelector('#box');
       box.addEventListener('mouseover', () => {
         box.innerHTML = '<button onclick="window.hit = &quot;new&quot;">Pay</button>';
       }, { once: true });
     </script>`,
    [click],
  );
  expect(failureOf(run)).toBe('success');
  expect(await run.read('window.hit')).toBe('new');
});

test('does not check a box when a cover appears between it and the mouse', async () => {
  const run = await stage.run(
    `<input type=checkbox><div id=cover hidden style="position:fixed;inset:0"></div><script>
       document.querySelector('input').onmousemove = () => { document.querySelector('#cover').hidden = false };
     </script>`,
    [interact('check', { command: 'get_by_role("checkbox")' })],
  );
  expect(failureOf(run)).toMatch(/^not_actionable: .* is covered by <div id="cover">/);
});

test('does not block later clicks after a missed one', async () => {
  const optional = { command: 'get_by_role("button")', skip_prompt: true };
  const run = await stage.run(coveredByMouse({ times: 100, forMs: 60_000 }), [
    interact('click_element', optional),
    interact('click_element', { command: 'locator("#cover")', force: true }),
  ]);
  expect(run.events.map(({ outcome }) => outcome)).toEqual(['skipped', 'done']);
  expect(await run.read('seen')).toEqual(['pointerdown', 'mousedown', 'mouseup', 'cover']);
});
