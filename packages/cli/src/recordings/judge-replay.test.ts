import { expect, test } from '@jest/globals';
import { judgeReplay } from './judge-replay.ts';

type Task = Parameters<typeof judgeReplay>[0];
type Ran = Parameters<typeof judgeReplay>[2]['ran'];

const kind = 'click_element';
const failure = { class: 'locator_not_found', message: 'None.' };

const stepOf = (outcome: string, index: number) => ({
  attempt: 1,
  node_path: `nodes[${index}]`,
  kind,
  outcome,
});

/** A replay of a task with these outcomes, whose nodes now have those; the rest is not reached. */
function replay(before: readonly string[], now: readonly string[]) {
  const task = { task_id: 'task', steps: before.map(stepOf) } as unknown as Task;
  const nodes = now.map((outcome, index) => ({
    path: `nodes[${index}]`,
    answer: { steps: [stepOf(outcome, index)] },
  }));
  const ran = { nodes, isCut: false, ...(now.includes('failed') && { failure }) } as unknown as Ran;
  const paths = ['nodes[0]', 'nodes[1]', 'nodes[2]', 'nodes[3]'];
  const { steps } = judgeReplay(task, 'session', { ran, paths, oldPath: (path) => path });
  return steps.map(({ before: old, outcome, differs }) => ({ old, outcome, differs }));
}

test('marks the steps whose outcome differs from the one in the task', () => {
  expect(replay(['done', 'skipped', 'failed'], ['done', 'done', 'done', 'done'])).toEqual([
    { old: 'done', outcome: 'done', differs: false },
    { old: 'skipped', outcome: 'done', differs: true },
    { old: 'failed', outcome: 'done', differs: true },
    { old: null, outcome: 'done', differs: null },
  ]);
});

test('marks no step that it does not reach', () => {
  expect(replay(['done', 'done', 'failed'], ['done', 'failed'])).toEqual([
    { old: 'done', outcome: 'done', differs: false },
    { old: 'done', outcome: 'failed', differs: true },
    { old: 'failed', outcome: 'not_reached', differs: null },
    { old: null, outcome: 'not_reached', differs: null },
  ]);
});
