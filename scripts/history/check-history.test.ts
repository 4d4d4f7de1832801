import { expect, test } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkHistory } from './check-history.ts';
import {
  callback,
  exampleHistory,
  execution,
  report,
  sessionLine,
  taskLine,
  transition,
  writeOf,
} from './example-history.ts';
import { FOLLOWER, LEADER } from './example-sightings.ts';
import { readHistory, writeHistory, type HistoryLine } from './history.ts';

const other = '0197a5b0-0000-7000-8000-000000000003';

test('finds no violation in a correct history, and counts what happened', () => {
  expect(checkHistory(exampleHistory())).toEqual({
    violations: [],
    zombies: { zombies: 1, frozen: 1, longestAwakeMs: 5, overlaps: 1 },
    tasks: { cancelled: 1, success: 1 },
    faults: { 'worker-freeze': 1 },
    attempts: 3,
    late: { sent: 1, refused: 1 },
    submits: { accepted: 2, refused: 0, unclear: 0 },
    callbacks: { received: 3, taken: 2 },
    requests: { list: 1, read: 3, resume: 1, status: 2 },
    seen: { streams: 1, files: 1, acts: 3 },
    seconds: 10,
    lines: exampleHistory().length,
  });
});

/** Each violation, with the change to the correct history that plants it. */
const planted: Readonly<Record<string, (lines: HistoryLine[]) => HistoryLine[]>> = {
  'task-lost': (lines) =>
    lines.filter((line) => !('taskId' in line && line.taskId === LEADER && line.type !== 'submit')),
  'task-unfinished': (lines) =>
    lines.map((line) =>
      line.type === 'task' && line.taskId === LEADER ? { ...line, status: 'running' } : line,
    ),
  'submitted-twice': (lines) => [
    ...lines,
    taskLine(other, { ref: 'a', status: 'success', epoch: 1 }),
  ],
  'cancel-ignored': (lines) => [...lines, { type: 'cancel', at: 1, taskId: LEADER, answer: 200 }],
  'final-twice': (lines) => [...lines, transition(95, LEADER, { status: 'failed', epoch: 2 })],
  'illegal-transition': (lines) => lines.filter((line) => !('id' in line && line.id === 61)),
  epoch: (lines) =>
    lines.map((line) =>
      line.type === 'transition' && line.id === 80 ? { ...line, epoch: 0 } : line,
    ),
  'changed-unseen': (lines) =>
    lines.map((line) => (line.type === 'task' ? { ...line, epoch: 9 } : line)),
  'login-limit': (lines) => [
    ...lines.filter((line) => !('id' in line && line.id === 80)),
    transition(66, FOLLOWER, { status: 'allocated', epoch: 1 }),
  ],
  priority: (lines) => [...lines, transition(9, FOLLOWER, { status: 'allocated', epoch: 1 })],
  'portal-limit': (lines) => [...lines, sessionLine(65, 'idle', other)],
  'stale-write': (lines) => [...lines, writeOf(65, LEADER, 1)],
  'stale-report': (lines) => [
    ...lines,
    report(11, LEADER, { epoch: 1, answer: 'success', isLate: true }),
  ],
  'callback-lost': (lines) =>
    lines.map((line) => (line.type === 'callback' ? { ...line, answered: 500 } : line)),
  'callback-id': (lines) => [...lines, { ...callback(LEADER, 'success', 200), webhookId: 'x' }],
  'callback-status': (lines) => [...lines, callback(LEADER, 'failed', 200)],
  'execution-without-lease': (lines) => [
    ...lines,
    execution(11, LEADER, { epoch: 9, phase: 'began', at: 1_000 }),
  ],
  'zombie-execution': (lines) =>
    lines
      .filter(({ type }) => type !== 'process')
      .map((line) =>
        line.type === 'execution' && line.pid === 11 ? { ...line, at: line.at + 1_000 } : line,
      ),
  'execution-over-limit': (lines) => [
    ...lines,
    execution(12, FOLLOWER, { epoch: 1, phase: 'began', at: 6_500 }),
  ],
  'orphan-process': (lines) => [
    ...lines,
    { type: 'end', at: 9, processes: ['chromium --type=gpu'], queueFaults: {} },
  ],
  crash: (lines) => [...lines, { type: 'crash', at: 9, text: 'control-plane-1 ended.' }],
  'queue-fault': (lines) => [
    ...lines,
    { type: 'end', at: 9, processes: [], queueFaults: { counters: 2 } },
  ],
  'no-end': (lines) => lines.filter(({ type }) => type !== 'end'),
};

test.each(Object.entries(planted))('finds a planted violation of "%s"', (rule, plant) => {
  const { violations } = checkHistory(plant(exampleHistory()));
  expect(violations.map((violation) => violation.rule)).toContain(rule);
});

test('allows tasks that already run to exceed a lowered limit', () => {
  const lines: HistoryLine[] = [
    ...exampleHistory(),
    { type: 'login-limit', id: 65, at: 6_500, transaction: '65', loginQueueId: 7, limit: 0 },
    { type: 'login-limit', id: 75, at: 7_500, transaction: '75', loginQueueId: 7, limit: 1 },
  ];
  expect(checkHistory(lines).violations).toEqual([]);
});

test('treats all changes of a portal in one transaction as one step', () => {
  const lines = exampleHistory().map((line) =>
    line.type === 'session' && line.state === 'busy' ? { ...line, id: 79 } : line,
  );
  expect(checkHistory(lines).violations).toEqual([]);
});

test('allows a client to cancel a task that its worker has released', () => {
  const lines = exampleHistory().flatMap((line) =>
    line.type === 'transition' && line.id === 90
      ? [
          transition(85, FOLLOWER, { status: 'queued', epoch: 1 }),
          report(12, FOLLOWER, { epoch: 1, answer: 'queued', isLate: false }),
          line,
        ]
      : [line],
  );
  expect(checkHistory(lines).violations).toEqual([]);
});

test('reads a written history, and names an invalid line', () => {
  const directory = mkdtempSync(join(tmpdir(), 'errand-history-'));
  const file = join(directory, 'history.jsonl');
  writeHistory(file, exampleHistory());
  expect(readHistory(file)).toEqual(exampleHistory());
  writeFileSync(file, '{"type":"end"}\n', { flag: 'a' });
  const expected = `The history is invalid in line ${exampleHistory().length + 1}`;
  expect(() => readHistory(file)).toThrow(expected);
  rmSync(directory, { recursive: true });
});
