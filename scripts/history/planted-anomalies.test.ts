import { expect, test } from '@jest/globals';
import { checkHistory } from './check-history.ts';
import {
  callback,
  exampleHistory,
  execution,
  submit,
  taskLine,
  transition,
} from './example-history.ts';
import {
  act,
  attempt,
  detailOf,
  FOLLOWER,
  LEADER,
  listOf,
  request,
  statusOf,
  told,
} from './example-sightings.ts';
import type { HistoryLine } from './history.ts';
import { add, always, change, changeRead, inTurn, without, type Plant } from './plant.ts';

const other = '0197a5b0-0000-7000-8000-000000000003';
const HOUR_MS = 3_600_000;

const noSessions = without(({ type }) => type === 'session');
const ofFollower = (line: HistoryLine): boolean => 'taskId' in line && line.taskId === FOLLOWER;

/** Runs the follower nine times, each time on a worker that dies. */
const nineAttempts: Plant = inTurn(
  noSessions,
  without((line) => line.type === 'transition' && ofFollower(line) && line.epoch > 0),
  without((line) => line.type === 'attempt' && ofFollower(line)),
  add(
    ...Array.from({ length: 9 }, (_, index) => {
      const epoch = index + 1;
      const end = epoch === 9 ? 'cancelled' : 'queued';
      return (['allocated', 'running', end] as const).map((status, place) => ({
        ...transition(100, FOLLOWER, { status, epoch }),
        id: 100 + index * 3 + place,
        at: 8_000 + index * 30 + place,
      }));
    }).flat(),
    ...Array.from({ length: 9 }, (_, index) =>
      attempt(FOLLOWER, { epoch: index + 1, outcome: index === 8 ? 'cancelled' : 'lost' }),
    ),
  ),
  change('task', ofFollower, { epoch: 9 }),
);

/** The database puts the follower into a separate login queue although its login is the same. */
const splitLogin: Plant = inTurn(
  noSessions,
  change('portal-limit', always, { limit: 2 }),
  change('transition', ofFollower, { loginQueueId: 8 }),
  change('transition', (line) => line.id === 80, { at: 6_500 }),
  add(
    act(6_600, { ref: 'b', token: 'page-3', pid: 12, epoch: 1, phase: 'began' }),
    act(8_000, { ref: 'b', token: 'page-3', pid: 12, epoch: 1, phase: 'ended' }),
  ),
);

/** A third task waits from the end of the others until it is cancelled. */
function waitFor(waitMs: number): Plant {
  const lone = { ref: 'c', loginQueueId: null };
  return inTurn(
    add(
      { ...submit('c', other), wantsCallback: false, body: { input_parameters: {} } },
      { ...transition(92, other, { status: 'queued', epoch: 0 }), ...lone },
      { ...transition(93, other, { status: 'cancelled', epoch: 0 }), ...lone, at: 9_200 + waitMs },
      taskLine(other, { ref: 'c', status: 'cancelled', epoch: 0 }),
    ),
    change('end', always, { at: 10_000 + waitMs }),
    change('request', ({ operation }) => operation === 'list', {
      answerBody: listOf([LEADER, FOLLOWER, other]),
    }),
  );
}

/** Each planted violation, and the only rule that must find it. */
const planted: readonly (readonly [anomaly: string, rule: string, plant: Plant])[] = [
  [
    'a success that no worker executed',
    'success-unexecuted',
    change('execution', ({ epoch, phase }) => epoch === 2 && phase === 'ended', { how: 'drain' }),
  ],
  [
    'a lost output',
    'output-lost',
    inTurn(
      changeRead({ output_data: [] }),
      change('callback', always, ({ body }) => ({ body: { ...body, output_data: [] } })),
    ),
  ],
  [
    'a lost step',
    'steps-lost',
    inTurn(
      changeRead({ steps: [{ attempt: 2, sequence: 0 }] }),
      without((line) => line.type === 'event' && line.sequence === 1),
    ),
  ],
  [
    'one lease run by two workers',
    'lease-shared',
    add(
      execution(13, LEADER, { epoch: 2, phase: 'began', at: 7_010 }),
      execution(13, LEADER, { epoch: 2, phase: 'ended', at: 7_050 }),
    ),
  ],
  ['nine attempts with one retry', 'too-many-attempts', nineAttempts],
  [
    'a task given up with a retry left',
    'given-up-early',
    inTurn(
      without(({ type }) => type === 'cancel'),
      change('transition', (line) => line.id === 90, { status: 'failed' }),
      change('attempt', ofFollower, { outcome: 'lost' }),
      change('task', ofFollower, { status: 'failed' }),
      change('callback', ofFollower, { status: 'failed' }),
      change('request', (line) => line.isFinal && ofFollower(line), {
        answerBody: detailOf(FOLLOWER, 'failed'),
      }),
    ),
  ],
  [
    'a callback before its task existed',
    'callback-early',
    change('callback', ({ answered }) => answered === 503, { at: 40 }),
  ],
  [
    'one callback 500 times',
    'callback-repeated',
    add(...Array.from({ length: 500 }, () => callback(LEADER, 'success', 200))),
  ],
  [
    'a callback that nobody requested',
    'callback-unwanted',
    change('submit', ({ ref }) => ref === 'b', { wantsCallback: false }),
  ],
  [
    'a callback at the address of another task',
    'callback-unwanted',
    add({ ...callback(LEADER, 'success', 503), at: 7_190, ref: 'b' }),
  ],
  [
    'a callback with a forged signature',
    'callback-unproven',
    change('callback', ofFollower, { isSigned: false }),
  ],
  [
    'a callback without the requested key',
    'callback-unproven',
    change('callback', ofFollower, { apiKey: null }),
  ],
  [
    'a callback that differs from a read',
    'callback-body',
    change('callback', ofFollower, { body: { output_data: [1] } }),
  ],
  [
    'a phantom task',
    'phantom-task',
    add(
      { ...transition(92, other, { status: 'queued', epoch: 0 }), ref: 'z', loginQueueId: null },
      { ...transition(93, other, { status: 'cancelled', epoch: 0 }), ref: 'z', loginQueueId: null },
      taskLine(other, { ref: 'z', status: 'cancelled', epoch: 0 }),
    ),
  ],
  ['a task that differs from its submission', 'task-altered', changeRead({ priority: 5 })],
  ['two tasks for one idempotency key', 'answers-differ', add(submit('a', FOLLOWER))],
  ['a wait of an hour beside free slots', 'starved', waitFor(HOUR_MS)],
  ['a cancellation that returns 404', 'not-found', change('cancel', always, { answer: 404 })],
  [
    'a read of an accepted task that returns 404',
    'not-found',
    add(request(LEADER, { operation: 'read', at: 500, answer: 404 })),
  ],
  [
    'a task seen by another account',
    'foreign-seen',
    change('request', ({ account }) => account === 1, { answer: 200 }),
  ],
  [
    'a list without one of its tasks',
    'list-wrong',
    change('request', ({ operation }) => operation === 'list', { answerBody: listOf([LEADER]) }),
  ],
  [
    'a read of a state that the task did not have',
    'read-wrong',
    add(
      request(LEADER, { operation: 'status', at: 1_120, answerBody: statusOf(LEADER, 'success') }),
    ),
  ],
  [
    'a read of an older state than an earlier read returned',
    'read-back',
    add(
      request(LEADER, { operation: 'status', at: 8_000, answerBody: statusOf(LEADER, 'success') }),
      request(LEADER, { operation: 'status', at: 8_100, answerBody: statusOf(LEADER, 'running') }),
    ),
  ],
  [
    'a stream that skips a state',
    'stream-wrong',
    without((line) => line.type === 'event' && line.status === 'running' && line.attempt === 1),
  ],
  ['a stream that sends a step twice', 'stream-wrong', add(told(2, { sequence: 1 }))],
  ['a stream that never ends', 'stream-unfinished', change('stream', always, { isWhole: false })],
  ['a file lost after success', 'file-lost', change('file', always, { answer: 404, hash: null })],
  ['a file with other bytes', 'file-lost', change('file', always, { hash: 'badcafe' })],
  [
    'a resume of a task that does not wait',
    'resumed-unasked',
    change('request', ({ operation }) => operation === 'resume', { answer: 200 }),
  ],
  [
    'a success without its act on the site',
    'act-missing',
    without((line) => line.type === 'act' && line.epoch === 2),
  ],
  [
    'a page that acts twice',
    'act-repeated',
    add(act(6_230, { token: 'page-2', pid: 12, epoch: 2, phase: 'began' })),
  ],
  [
    'an act under a lease that was never granted',
    'act-unleased',
    add(act(7_500, { token: 'page-3', pid: 12, epoch: 9, phase: 'ended' })),
  ],
  [
    'an act long after its lease',
    'act-unleased',
    add(act(12_000, { token: 'page-1', pid: 11, epoch: 1, phase: 'ended' })),
  ],
  ['two attempts of one login at once', 'act-over-limit', splitLogin],
];

test('finds nothing in the history without planted violations', () => {
  expect(checkHistory(exampleHistory()).violations).toEqual([]);
});

test.each(planted)('reports %s only as "%s"', (_anomaly, rule, plant) => {
  const { violations } = checkHistory(plant(exampleHistory()));
  expect([...new Set(violations.map((violation) => violation.rule))]).toEqual([rule]);
});

test('allows a short wait, and a longer one during faults', () => {
  expect(checkHistory(waitFor(30_000)(exampleHistory())).violations).toEqual([]);
  const faults = Array.from({ length: 6 }, (_, index) => ({
    type: 'fault' as const,
    at: 15_000 + index * 30_000,
    endedAt: 25_000 + index * 30_000,
    kind: 'worker-kill',
    target: 'worker-1',
  }));
  const lines = inTurn(waitFor(180_000), add(...faults))(exampleHistory());
  expect(checkHistory(lines).violations).toEqual([]);
});

test('allows a repeated callback if its sender may have been cut off', () => {
  const cut = { type: 'fault', kind: 'control-plane-kill', target: 'control-plane-1' } as const;
  const lines = inTurn(
    add({ ...cut, at: 7_150, endedAt: 7_300 }),
    add({ ...callback(LEADER, 'success', 200), at: 9_000 }),
  )(exampleHistory());
  expect(checkHistory(lines).violations).toEqual([]);
});
