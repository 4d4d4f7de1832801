import { expect, test } from '@jest/globals';
import { layOut, type Step } from './waterfall-rows.ts';

const startedAt = Date.parse('2026-03-02T09:00:00.000Z');

function step(sequence: number, path: string, outcome: Step['outcome'] = 'done'): Step {
  return {
    attempt: 1,
    sequence,
    node_path: path,
    kind: 'click_element',
    outcome,
    reason: null,
    error_class: null,
    error_message: null,
    started_at: new Date(startedAt + sequence * 100).toISOString(),
    duration_ms: 50,
    page_url: null,
    http_status: null,
    waited_for: null,
    dialogs: null,
  };
}

const shown = (steps: readonly Step[]) =>
  layOut(steps, startedAt).map((row) =>
    row.kind === 'step'
      ? `${' '.repeat(row.depth)}${row.step.node_path}`
      : `${' '.repeat(row.depth)}iteration ${row.number}${row.hasFailed ? ' failed' : ''}`,
  );

test('puts the steps of a loop below their iterations, in the order in which they ran', () => {
  const steps = [
    step(3, 'nodes[1][1].nodes[0]', 'failed'),
    step(0, 'nodes[0]'),
    step(1, 'nodes[1][0].nodes[0]'),
    step(2, 'nodes[1][0].nodes[1]'),
  ];
  expect(shown(steps)).toEqual([
    'nodes[0]',
    ' iteration 1',
    '  nodes[1][0].nodes[0]',
    '  nodes[1][0].nodes[1]',
    ' iteration 2 failed',
    '  nodes[1][1].nodes[0]',
  ]);
  const [, iteration] = layOut(steps, startedAt);
  expect(iteration).toMatchObject({ start: 100, duration: 150 });
});

test('puts the checks of a condition into their iterations, and the last one below the loop', () => {
  const steps = [
    step(0, 'nodes[0][0]'),
    step(1, 'nodes[0][0].nodes[0]'),
    step(2, 'nodes[0][1]', 'skipped'),
    step(3, 'nodes[1]'),
  ];
  expect(shown(steps)).toEqual([
    ' iteration 1',
    '  nodes[0][0]',
    '  nodes[0][0].nodes[0]',
    'nodes[0][1]',
    'nodes[1]',
  ]);
});

test('nests loops in loops and branches, and puts a step after a loop outside it', () => {
  const steps = [
    step(0, 'nodes[0][0].nodes[0][0].nodes[0]'),
    step(1, 'nodes[0][0].nodes[0][1].nodes[0]'),
    step(2, 'nodes[0][0].nodes[1].if_nodes[0]'),
    step(3, 'nodes[0][0].reset_nodes[1][0].nodes[0]'),
    step(4, 'nodes[1]'),
  ];
  expect(shown(steps)).toEqual([
    ' iteration 1',
    '   iteration 1',
    '    nodes[0][0].nodes[0][0].nodes[0]',
    '   iteration 2',
    '    nodes[0][0].nodes[0][1].nodes[0]',
    '   nodes[0][0].nodes[1].if_nodes[0]',
    '   iteration 1',
    '    nodes[0][0].reset_nodes[1][0].nodes[0]',
    'nodes[1]',
  ]);
});
