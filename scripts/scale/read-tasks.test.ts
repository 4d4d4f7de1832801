import { expect, test } from '@jest/globals';
import { findFaults, ratesOf, type TaskTimes } from './read-tasks.ts';

const nothing = { heartbeatMs: [], failedHeartbeats: 0, lost: 0, loopDelayMs: 0, complaints: {} };

test('names tasks that were lost, that ran twice, or that nobody submitted', () => {
  const submitted = submittedOf(['fine', 'lost', 'twice', 'gone']);
  const tasks = [
    taskOf('fine'),
    taskOf('lost', { status: 'queued', attempts: 0 }),
    taskOf('twice', { attempts: 2 }),
  ];
  const reports = [
    { ...nothing, began: ['fine/1', 'twice/1', 'strange/1'] },
    { ...nothing, began: ['twice/2'] },
  ];
  expect(findFaults(submitted, tasks, reports)).toEqual([
    'Task lost is queued after 0 attempts and 0 executions.',
    'Task twice is success after 2 attempts and 2 executions.',
    'Task gone is missing after 0 attempts and 0 executions.',
    '4 tasks were accepted, and 3 are stored.',
    'Workers ran 1 tasks that no client submitted.',
  ]);
});

test('counts refused submissions as faults', () => {
  const submitted = { ...submittedOf(['fine']), refused: { 'POST returned N': 3 } };
  const reports = [{ ...nothing, began: ['fine/1'] }];
  expect(findFaults(submitted, [taskOf('fine')], reports)).toEqual(['3 submissions were refused.']);
});

test('measures rates in the second half, when as many tasks end as start', () => {
  const tasks = Array.from({ length: 100 }, (_, index) => {
    const createdAt = 5_000 + index * 100;
    return taskOf(`${index}`, {
      createdAt,
      startedAt: createdAt + 50,
      completedAt: createdAt + 4_050,
    });
  });
  expect(ratesOf(tasks, 10)).toEqual({ submitted: 10, claimed: 10, finished: 10 });
});

function submittedOf(ids: readonly string[]) {
  const tasks = ids.map((taskId) => ({ taskId, apiKey: 'key', url: 'http://127.0.0.1:9' }));
  return { tasks, milliseconds: [], refused: {}, seconds: 1 };
}

function taskOf(id: string, changes: Partial<TaskTimes> = {}): TaskTimes {
  const times = { createdAt: 1_000, startedAt: 1_010, completedAt: 1_020 };
  return { id, status: 'success', attempts: 1, ...times, ...changes };
}
