import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkHistory, type HistoryReport } from '../history/check-history.ts';
import type { HistoryLine } from '../history/history.ts';
import { writeHistory } from '../history/history.ts';
import { SERVER_FAULTS, WORKER_FAULTS } from './faults.ts';
import { parseFlags, shortRun } from './flags.ts';
import { runChaos } from './run-chaos.ts';

const DEADLINE_MS = 420_000;
const { tasks } = shortRun;

let directory: string;
let lines: HistoryLine[];
let report: HistoryReport;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'errand-chaos-test-'));
  const { options } = parseFlags(['--short', '--seed', '20261121']);
  lines = await runChaos(directory, options, () => undefined);
  report = checkHistory(lines);
}, DEADLINE_MS);

afterAll(() => {
  if (report?.violations.length === 0) rmSync(directory, { recursive: true, force: true });
});

test('keeps every guarantee while each fault is injected once', () => {
  // Keeps the logs and the history of a run with violations.
  if (report.violations.length > 0) writeHistory(join(directory, 'history.jsonl'), lines);
  expect({ directory, violations: report.violations }).toEqual({ directory, violations: [] });
});

test('injects real faults and still makes progress', () => {
  const kinds = [...WORKER_FAULTS, ...SERVER_FAULTS].map(({ kind }) => [kind, 1]);
  expect(report.faults).toEqual(Object.fromEntries(kinds));
  expect(report.submits.accepted).toBe(tasks);
  expect(Object.values(report.tasks).reduce((sum, count) => sum + count, 0)).toBe(tasks);
  expect(report.tasks['success']).toBeGreaterThan(tasks / 2);
  expect(report.attempts).toBeGreaterThan(tasks * 0.8);
  expect(report.callbacks.taken).toBeGreaterThan(tasks / 2);
  expect(lines.filter(({ type }) => type === 'execution').length).toBeGreaterThan(tasks);
});

test('collects observations from every source', () => {
  const { requests, seen } = report;
  const read = { read: requests['read'], downloads: requests['downloads'] };
  expect(read).toEqual({ read: expect.any(Number), downloads: expect.any(Number) });
  expect(Math.min(...Object.values(read).map(Number))).toBeGreaterThanOrEqual(tasks);
  expect(requests['list']).toBeGreaterThanOrEqual(4);
  expect(seen.streams).toBeGreaterThan(tasks / 30);
  expect(seen.files).toBeGreaterThan(tasks / 15);
  expect(seen.acts).toBeGreaterThan(tasks);
});

test('refuses an unknown flag and an invalid value', () => {
  expect(() => parseFlags(['--fast'])).toThrow("'--fast'");
  expect(() => parseFlags(['--tasks', 'all'])).toThrow('--tasks is "all": specify a whole number');
  expect(() => parseFlags(['--engine', 'steam'])).toThrow('--engine is "steam"');
});
