import { expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { transition } from '../example-history.ts';
import { createHistory, type HistoryLine, type TaskStatus } from '../history.ts';
import { checkStarvation } from './starvation.ts';

const HOUR_MS = 3_600_000;
const [greedy, other] = [randomUUID(), randomUUID()];
const [long, second, third] = [randomUUID(), randomUUID(), randomUUID()];

test('allows a task to wait for the slot that its account leaves to others', () => {
  expect(waitBeside(greedy, { accounts: 2 })).toEqual([]);
});

test('finds a task that waits although a slot is free for its account', () => {
  expect(waitBeside(other, { accounts: 2 })).toMatchObject([{ rule: 'starved' }]);
  expect(waitBeside(greedy, { accounts: 1 })).toMatchObject([{ rule: 'starved' }]);
});

/**
 * A task of the account waits for an hour while another one of the greedy account runs on one of
 * two slots.
 */
function waitBeside(accountId: string, { accounts }: { readonly accounts: number }) {
  const lines: HistoryLine[] = [
    { type: 'run', at: 0, seed: 1, engine: 'fake', leaseSeconds: 5, slots: 2 },
    ...moves(1, { taskId: long, accountId: greedy, statuses: ['queued', 'allocated'] }),
    ...moves(3, { taskId: second, accountId, statuses: ['queued'] }),
    { type: 'end', at: HOUR_MS, processes: [], queueFaults: {} },
  ];
  const known = moves(4, { taskId: third, accountId: other, statuses: ['queued', 'cancelled'] });
  return checkStarvation(createHistory(accounts === 1 ? lines : [...lines, ...known]));
}

function moves(
  id: number,
  {
    statuses,
    ...task
  }: {
    readonly taskId: string;
    readonly accountId: string;
    readonly statuses: readonly TaskStatus[];
  },
): HistoryLine[] {
  return statuses.map((status, place) => ({
    ...transition(id + place, task.taskId, { status, epoch: 1 }),
    ...task,
    loginQueueId: null,
    isDedicated: false,
  }));
}
