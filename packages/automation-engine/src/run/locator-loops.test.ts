import { expect, test } from '@jest/globals';
import { failureOf, interact } from '../test/run-on-page.ts';
import { useStage } from '../test/use-stage.ts';

const stage = useStage();

const set = (name: string, expression: string, more: object = {}) => ({
  misc_action: { set_variable: { name, expression, ...more } },
  end_sleep_time: 0,
});
const readLog = 'log.textContent.trim()';

const table = `
  <output id=log></output>
  <table><tr class=row><td>a</td><td>b</td></tr><tr class=row><td>c</td><td>d</td></tr></table>
  <script>for (const cell of document.querySelectorAll('td'))
    cell.onclick = () => { log.textContent += cell.textContent + ' ' }</script>`;
const clickCell = (command: string) => interact('click_element', { command });

// proves field: for_loop_node.locator
test('iterates over the matches of a locator, even in nested loops', async () => {
  const cells = {
    locator: '{locator[row]}.locator("td")',
    index_variable_name: 'cell',
    nodes: [clickCell('{locator[cell]}')],
  };
  const rows = {
    locator: 'locator("tr.{kind[0]}")',
    index_variable_name: 'row',
    nodes: [cells, set('x', '{row} * 10', { output_variable_name: 'row_{row}' })],
  };
  const run = await stage.run(table, [rows], { inputs: { kind: ['row'] } });
  expect(failureOf(run)).toBe('success');
  await expect(run.read(readLog)).resolves.toBe('a b c d');
  expect(run.result.outputData.map(({ json_data: data }) => data)).toEqual([
    { row_0: 0 },
    { row_1: 10 },
  ]);
  expect(run.result.forLoopStatus[0]?.[1]).toEqual({
    variable_name: 'locator("tr.{kind[0]}")',
    index: 1,
    value: 'locator("tr.{kind[0]}").nth(1)',
    status: 'success',
  });
  expect(run.result.forLoopStatus).toHaveLength(3);
});

test('waits for further matches before it counts', async () => {
  const growing = `<ul></ul><script>
    let left = 4;
    const timer = setInterval(() => {
      document.querySelector('ul').append(document.createElement('li'));
      if (--left === 0) clearInterval(timer);
    }, 150)</script>`;
  const run = await stage.run(growing, [{ locator: 'locator("li")', nodes: [] }]);
  expect(run.result.forLoopStatus[0]).toHaveLength(4);
});

// proves field: for_loop_node.locator_timeout
test('runs no iteration without matches, and checks once when the timeout is 0', async () => {
  const late = `<script>setTimeout(() => document.body.append(document.createElement('p')), 4000)</script>`;
  const nodes = [
    { locator: 'locator("p")', locator_timeout: 0, nodes: [] },
    { locator: 'locator("p")', nodes: [] },
    { locator: 'locator("i")', locator_timeout: 0.1, nodes: [] },
  ];
  const run = await stage.run(`<body>${late}`, nodes);
  expect(failureOf(run)).toBe('success');
  expect(run.result.forLoopStatus.map((list) => list.length)).toEqual([0, 1, 0]);
});
