import { expect, test } from '@jest/globals';
import { failureOf, interact } from '../../test/run-on-page.ts';
import { useStage } from '../../test/use-stage.ts';

const stage = useStage();

const slide = (text: string) =>
  interact('input_text', { command: 'locator("#slider")', input_text: text, is_slider: true });

test.each([
  ['min=0 max=100', '37'],
  ['min=0 max=100 value=37', '37'],
  ['min=-50 max=50 step=5 dir=rtl', '-35'],
  ['min=0 max=1 step=0.05', '0.35'],
  ['min=0 max=100000 style="width:60px"', '12345'],
  ['min=0 max=10 style="writing-mode:vertical-lr;height:300px"', '7'],
  ['min=0 max=1 step=any', '0.123'],
])('sets a native slider with %s to %s', async (attributes, text) => {
  const run = await stage.run(
    `<input type=range id=slider ${attributes} onchange="window.trusted = event.isTrusted">`,
    [slide(text)],
  );
  expect(failureOf(run)).toBe('success');
  expect(await run.read('slider.valueAsNumber')).toBe(Number(text));
});

test('moves a native slider with trusted events', async () => {
  const run = await stage.run(
    `<input type=range id=slider oninput="(window.seen ??= []).push(event.isTrusted)">`,
    [slide('80')],
  );
  expect(failureOf(run)).toBe('success');
  expect(await run.read('[seen.length > 0, seen.every(Boolean), slider.value]')).toEqual([
    true,
    true,
    '80',
  ]);
});

const aria = (
  listener: string,
) => `<div id=rail style="width:220px;height:20px;margin:50px;position:relative">
    <div id=slider role=slider tabindex=0 aria-valuemin=0 aria-valuemax=200 aria-valuenow=20
      style="position:absolute;left:20px;width:10px;height:20px;background:blue"></div></div>
  <script>
    function set(value) {
      const now = Math.max(0, Math.min(200, Math.round(value)));
      setTimeout(() => { slider.setAttribute('aria-valuenow', now); slider.style.left = now + 'px' }, 20);
      return now;
    }
    let now = 20;
    ${listener}
  </script>`;

test('moves a custom slider with its keys', async () => {
  const run = await stage.run(
    aria(`slider.addEventListener('keydown', ({ key }) => {
      if (key === 'ArrowRight') now = set(now + 5);
      if (key === 'ArrowLeft') now = set(now - 5);
    })`),
    [slide('150'), slide('45')],
  );
  expect(failureOf(run)).toBe('success');
  expect(await run.read('slider.getAttribute("aria-valuenow")')).toBe('45');
});

test('drags a slider that ignores keys', async () => {
  const run = await stage.run(
    aria(`slider.addEventListener('pointerdown', () => {
      const move = ({ clientX }) => { now = set((clientX - rail.getBoundingClientRect().left) * 200 / 220) };
      addEventListener('pointermove', move);
      addEventListener('pointerup', () => removeEventListener('pointermove', move), { once: true });
    })`),
    [slide('120')],
  );
  expect(failureOf(run)).toBe('success');
  expect(await run.read('slider.getAttribute("aria-valuenow")')).toBe('120');
});

test('fails when a slider does not follow', async () => {
  const run = await stage.run(aria(''), [slide('120')]);
  expect(failureOf(run)).toMatch(
    /^not_actionable: .*stopped at 20 .*follows neither keys nor the pointer/,
  );
});

test.each([
  ['<input type=range id=slider min=0 max=10>', '11', /takes a number from 0 to 10 in steps of 1/],
  ['<input type=range id=slider min=0 max=10 step=2>', '3', /in steps of 2/],
  [aria(''), 'much', /takes a number from 0 to 200; the given text is something else/],
  [
    '<input id=slider>',
    '3',
    /is_slider needs an <input type="range"> or an element with role="slider"/,
  ],
])('refuses a value that the slider cannot have', async (html, text, reason) => {
  expect(failureOf(await stage.run(html, [slide(text)]))).toMatch(reason);
});
