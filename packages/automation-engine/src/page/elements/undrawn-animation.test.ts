import { expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { failureOf, interact } from '../../test/run-on-page.ts';
import { useStage } from '../../test/use-stage.ts';

let drawing: number | undefined;
const stage = useStage(({ url }, response) => {
  response.setHeader('content-type', 'text/html');
  if (url === '/stop' && drawing !== undefined) process.kill(drawing, 'SIGSTOP');
  response.end(url === '/frame' ? animatedFrame : '');
});

const animatedFrame = `<style>@keyframes glow { from { color: red } to { color: green } }</style>
  <button style="animation: glow 1s infinite" onclick="this.textContent = 'Saved'">Save</button>`;

function resume(): void {
  if (drawing !== undefined) process.kill(drawing, 'SIGCONT');
}

/** Returns the ID of the process that draws the pages. */
async function findDrawingProcess(page: Page): Promise<number> {
  const session = await page.browser().target().createCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const found = processInfo.find(({ type }) => type === 'GPU');
  if (!found) throw new Error('The browser has no GPU process.');
  return found.id;
}

test('an element is not stable before the page has drawn its animation', async () => {
  const page = `<style>@keyframes move { from { left: 0 } to { left: 300px } } #a { position: absolute }</style>
    <button id=a>Save</button><script>
      fetch('/stop').then(() => { a.style.animation = 'move 20s linear infinite alternate' });
    </script>`;
  const latest = setTimeout(resume, 30_000);
  try {
    const run = await stage.run(
      page,
      [
        interact(
          'click_element',
          { command: 'locator("#a")' },
          { group: { max_timeout_seconds_per_try: 0.5, max_tries: 1 } },
        ),
      ],
      {
        onPage: async (opened) => {
          drawing = await findDrawingProcess(opened);
        },
        dependencies: { onStepDone: resume },
      },
    );
    // If its first frame was already being drawn, the button has begun to move.
    expect(failureOf(run)).toMatch(/^not_actionable: .*is not stable/);
  } finally {
    clearTimeout(latest);
    resume();
  }
});

test('draws the animation of a frame of another site by bringing it into view', async () => {
  const other = stage.url.replace('127.0.0.1', 'localhost');
  const run = await stage.run(
    `<div style="height: 5000px"></div><iframe src="${other}/frame"></iframe>`,
    [interact('click_element', { command: 'frame_locator("iframe").get_by_role("button")' })],
  );
  expect(failureOf(run)).toBe('success');
});

/** Starts another transition in each frame, so that there is always one that has not been drawn. */
const restless = `<style>body { margin: 0 } #x { position: fixed; right: 0; width: 50px; height: 20px; transition: width 1s }</style>
  <i id=x></i><script>
    let frames = 0;
    (function next() {
      x.style.width = 50 + (frames++ % 100) + 'px';
      if (frames < 200) requestAnimationFrame(next);
    })();
  </script>`;

test('an element is stable beside a transition that a script restarts in each frame', async () => {
  const button = `<button onclick="this.textContent = 'Saved'">Save</button>`;
  const run = await stage.run(`${restless}${button}`, [
    interact(
      'click_element',
      { command: 'get_by_role("button")' },
      { group: { max_timeout_seconds_per_try: 2, max_tries: 1 } },
    ),
  ]);
  expect(failureOf(run)).toBe('success');
});

test('a click at coordinates hits that place although an animation has not been drawn', async () => {
  const map = `<canvas width=600 height=1500 onclick="hit = [event.offsetX, event.offsetY, scrollY]"
    style="display: block; margin-top: 300px"></canvas>`;
  const run = await stage.run(`${restless}${map}`, [
    interact('click_element', { coordinates: [200, 500] }),
  ]);
  expect(failureOf(run)).toBe('success');
  expect(await run.read('hit')).toEqual([200, 200, 0]);
});
