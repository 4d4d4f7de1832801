import { expect, test } from '@jest/globals';
import { failureOf, type Stage } from '../../test/run-on-page.ts';
import { useStage } from '../../test/use-stage.ts';

const stage = useStage();

const count = (locator: string, more: object = {}) => ({
  misc_action: { count_locator: { locator, name: 'n', output_variable_name: 'n', ...more } },
  end_sleep_time: 0,
});
const countsOf = ({ result }: Awaited<ReturnType<Stage['run']>>) =>
  result.outputData.map(({ json_data: data }) => data?.['n']);

const rows = '<table><tr class=a><td>1<tr class=a><td>2<tr class=b><td>3</table>';

// proves field: misc_action.count_locator.locator; misc_action.count_locator.name
// proves field: misc_action.count_locator.output_variable_name
test('counts the matches, including hidden ones', async () => {
  const nodes = [
    count('locator("tr.{kind[0]}")'),
    count('get_by_role("row")'),
    count('locator("i")', { locator_timeout: 0.1 }),
    { condition: 'n[0] == 0', if_nodes: [count('locator("td")', { name: 'm' })] },
  ];
  const run = await stage.run(rows, nodes, { inputs: { kind: ['a'] } });
  expect(failureOf(run)).toBe('success');
  expect(countsOf(run)).toEqual([2, 3, 0, 3]);
});

// proves field: misc_action.count_locator.locator_timeout
test('waits for the first match and checks once when the timeout is 0', async () => {
  const late = `<script>setTimeout(() => document.body.append(document.createElement('p')), 4000)</script>`;
  const nodes = [count('locator("p")', { locator_timeout: 0 }), count('locator("p")')];
  const run = await stage.run(`<body>${late}`, nodes);
  expect(countsOf(run)).toEqual([0, 1]);
});

test('returns a steady count on a page that never becomes quiet, and sooner on a quiet one', async () => {
  const busy = `<p>x</p><b></b><script>
    setInterval(() => { document.querySelector('b').textContent += '.' }, 20)</script>`;
  const onBusy = await stage.run(busy, [count('locator("p")')]);
  expect(countsOf(onBusy)).toEqual([1]);
  const busyMs = onBusy.events[0]?.durationMs;
  expect(busyMs).toBeGreaterThan(900);

  const still = [{ sleep_action: { sleep_time: 0.6 } }, count('locator("tr")')];
  const onStill = await stage.run(rows, still);
  expect(countsOf(onStill)).toEqual([3]);
  expect(onStill.events[1]?.durationMs).toBeLessThan(busyMs ?? 0);
});

test('counts inside a frame', async () => {
  const run = await stage.run(`<iframe srcdoc="<p>1<p>2"></iframe>`, [
    count('frame_locator("iframe").locator("p")'),
  ]);
  expect(countsOf(run)).toEqual([2]);
});
