import { expect, test } from '@jest/globals';
import { type Command, onPage } from './test/import-commands.ts';

const click: Command = ['click', 'id=a'];
const typed = (text: string) => ({ interaction_action: { input_text: { input_text: text } } });

test('reads the last item of a list after its loop', () => {
  const { nodes } = onPage(
    ['storeJson', '[1]', 'list'],
    ['forEach', 'list', 'x'],
    ['end'],
    ['type', 'id=a', '${x}'],
  );
  expect(JSON.stringify(nodes.at(-1))).toContain('{list[-1]}');
});

test('iterates over the items of a list that are lists', () => {
  const { nodes } = onPage(
    ['executeScript', 'return [["a", "b"], ["c"]]', 'rows'],
    ['forEach', 'rows', 'row'],
    ['forEach', 'row', 'cell'],
    ['type', 'id=a', '${cell}'],
    ['end'],
    ['type', 'id=b', '${cell}'],
    ['end'],
    ['forEach', 'row', 'cell'],
    ['type', 'id=c', '${cell} ${row}'],
    ['end'],
  );
  expect(nodes.slice(1)).toMatchObject([
    {
      variable_name: 'rows',
      nodes: [
        {
          variable_name: 'rows[index]',
          index_variable_name: 'index_2',
          nodes: [typed('{rows[index][index_2]}')],
        },
        typed('{rows[index][-1]}'),
      ],
    },
    { variable_name: 'rows[-1]', nodes: [typed('{rows[-1][index]} {rows[-1]}')] },
  ]);
});

test.each<[string, Command[]]>([
  ['later', [['forEach', 'list', 'x'], click, ['end'], ['storeJson', '[1]', 'list']]],
  [
    'in a loop that is skipped',
    [['forEach', 'a', 'list'], ['end'], ['forEach', 'list', 'x'], ['end']],
  ],
  [
    'after it is read',
    [['type', 'id=a', '${list}'], ['forEach', 'list', 'x'], ['end'], ['storeJson', '[1]', 'list']],
  ],
])('skips a loop over a list that is stored %s', (_, commands) => {
  const { nodes, report } = onPage(...commands);
  expect(JSON.stringify(nodes)).not.toContain('for_loop_node');
  expect(report.findLast(({ step }) => step.startsWith('forEach list'))).toMatchObject({
    outcome: 'skipped',
    why: 'Nothing before it stores its list.',
  });
});

test('gives each nested loop its own index', () => {
  const { nodes, warnings } = onPage(
    ['storeJson', '[1, 2]', 'list'],
    ['times', '2'],
    ['forEach', 'list', 'one'],
    ['forEach', 'list', 'other'],
    ['type', 'id=a', '${one} ${other}'],
    ['end'],
    ['end'],
    ['end'],
  );
  expect(JSON.stringify(nodes)).toContain('{list[index_2]} {list[index_3]}');
  expect(warnings).toEqual([]);
});

test('skips a loop over a list that nothing stores', () => {
  const { nodes, outcomes } = onPage(['forEach', 'list', 'x'], click, ['end'], click);
  expect(nodes).toHaveLength(1);
  expect(outcomes).toEqual(['skipped', 'skipped', 'skipped', 'mapped']);
});

test('does not reuse an item of a list that is stored again', () => {
  const { nodes, report } = onPage(
    ['executeScript', 'return [1, 2]', 'rows'],
    ['forEach', 'rows', 'row'],
    ['executeScript', 'return [3]', 'rows'],
    ['type', 'id=a', '${row}'],
    ['end'],
    ['type', 'id=b', '${row}'],
  );
  expect(JSON.stringify(nodes)).not.toMatch(/\{rows\[(?:index|-1)\]\}/);
  const lines = report.filter(({ step }) => step.startsWith('type'));
  expect(lines.map(({ outcome }) => outcome)).toEqual(['approximated', 'approximated']);
});
