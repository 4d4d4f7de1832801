import { expect, test } from '@jest/globals';
import { failureOf, interact, type Stage } from '../../test/run-on-page.ts';
import { useStage } from '../../test/use-stage.ts';

/** What the button of a frame does when it is clicked, by the frame's path. */
const scripts: Readonly<Record<string, string>> = {
  '/fetching': `fetch('/answer').then(() => { text.textContent = 'Loaded' })`,
  '/drawing': `let left = 20;
    const timer = setInterval(() => {
      text.textContent = left === 0 ? 'Loaded' : left;
      if (left-- === 0) clearInterval(timer);
    }, 40)`,
  '/leaving': `location.href = '/loaded'`,
  '/restless': `setInterval(() => { text.textContent = Math.random() }, 30)`,
};

const stage = useStage(({ url = '' }, response) => {
  const isLate = url === '/answer' || url === '/loaded';
  response.setHeader('content-type', 'text/html');
  const script = scripts[url] ?? '';
  const body = `<i id=text>${url === '/loaded' ? 'Loaded' : 'new'}</i><button>Go</button>
    <script>document.querySelector('button').onclick = () => { ${script} }</script>`;
  if (isLate) setTimeout(() => response.end(body), 600);
  else response.end(body);
});

const frame = 'frame_locator("iframe")';
const pageWith = (path: string) =>
  `<iframe src="${stage.url.replace('127.0.0.1', 'localhost')}${path}"></iframe>`;
const click = (seconds: number) =>
  interact(
    'click_element',
    { command: `${frame}.get_by_role("button")` },
    // A slow machine may show the frame late.
    { node: { end_sleep_time: seconds }, group: { max_tries: 60 } },
  );
const read = {
  extraction_action: {
    locator: { command: `${frame}.locator("#text")`, extraction_format: { text: 'str' } },
  },
  before_sleep_time: 0,
};
const textsOf = (run: Awaited<ReturnType<Stage['run']>>) =>
  run.result.outputData.flatMap(({ json_data: data }) => Object.values(data ?? {}));

test.each(['/fetching', '/drawing', '/leaving'])(
  'waits until a frame of another site is quiet: %s',
  async (path) => {
    const run = await stage.run(pageWith(path), [click(20), read]);
    expect(failureOf(run)).toBe('success');
    expect(textsOf(run)).toEqual(['Loaded']);
    expect(run.events[0]?.durationMs).toBeGreaterThan(500);
    expect(run.events[0]?.durationMs).toBeLessThan(10_000);
  },
);

test('waits for what a click sets in motion in a frame that came after the step had begun', async () => {
  const address = `${stage.url.replace('127.0.0.1', 'localhost')}/drawing`;
  const late = `<script>
    const frame = document.createElement('iframe');
    frame.src = '${address}';
    // The second of two slow timers is not waited for while the page loads.
    setTimeout(() => setTimeout(() => document.body.append(frame), 1000), 600);
  </script>`;
  const run = await stage.run(late, [click(20), read]);
  expect(failureOf(run)).toBe('success');
  expect(textsOf(run)).toEqual(['Loaded']);
});

test('does not wait longer than the bound for a frame of another site that never rests', async () => {
  const run = await stage.run(pageWith('/restless'), [click(1)]);
  expect(failureOf(run)).toBe('success');
  expect(run.events[0]?.durationMs).toBeGreaterThan(900);
  expect(run.events[0]?.durationMs).toBeLessThan(5000);
});
