import { mkdtempSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { FileSeconds } from '@errand/test-kit/file-seconds';
import { LEFT_VARIABLE, UNTIL_VARIABLE } from '@errand/test-kit/timed-runner';
import { listSlowest } from './list-slowest.ts';
import { runStep } from './run-step.ts';

/** If more files than this fail (of about 650), load is not the cause, and none is rerun. */
const MOST_SECOND_RUNS = 16;

export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  /** How long each file took in the first run. */
  readonly files: readonly FileSeconds[];
}

interface JestReport {
  readonly testResults: readonly FileResult[];
}

interface FileResult {
  /** Absolute path. */
  readonly name: string;
  readonly status: 'passed' | 'failed';
  /** Start time in milliseconds since 1970. */
  readonly startTime: number;
  readonly endTime: number;
  readonly assertionResults: readonly { readonly status: string }[];
}

/**
 * Runs the tests that `selection` (arguments of jest) selects. A file that failed runs once more on
 * its own, because real browsers and deadlines share two cores. A file that passes only then is
 * named, so that it gets fixed; one that fails twice has failed. After `minutes`, by default never,
 * no file starts: those that did not are named, and count neither as passed nor as failed. The
 * output, including the slowest files, goes to an open file, by default standard error.
 */
export async function runTests(
  root: string,
  {
    selection = [],
    minutes,
    output = process.stderr.fd,
  }: {
    readonly selection?: readonly string[];
    readonly minutes?: number | undefined;
    readonly output?: number;
  } = {},
): Promise<TestCounts> {
  const jest = { root, output };
  const until = minutes === undefined ? undefined : Date.now() + minutes * 60_000;
  const { results: first, left } = await runJest('tests', selection, { ...jest, until });
  for (const path of left) writeSync(output, `NOT RUN ${relative(root, path)}: the time was up\n`);
  const files = first.map(measure);
  for (const line of listSlowest(files, root)) writeSync(output, `${line}\n`);
  const suspects = new Set(first.filter(isFailed).map(({ name }) => name));
  if (suspects.size === 0 || suspects.size > MOST_SECOND_RUNS) return { ...countAll(first), files };
  // Handles left open by a failed file must not keep the run from ending.
  const alone = ['--runInBand', '--forceExit', '--runTestsByPath', ...suspects];
  const { results: second } = await runJest('tests that failed, alone', alone, jest);
  const steadied = second.filter((file) => suspects.has(file.name) && !isFailed(file));
  for (const { name } of steadied) {
    writeSync(output, `UNSTEADY ${relative(root, name)}: passed only on its own\n`);
    suspects.delete(name);
  }
  const settled = first.filter((file) => !isFailed(file) || suspects.has(file.name));
  return { ...countAll([...settled, ...steadied]), files };
}

function measure({ name, startTime, endTime }: FileResult): FileSeconds {
  return { path: name, seconds: (endTime - startTime) / 1_000 };
}

function isFailed({ status }: FileResult): boolean {
  return status === 'failed';
}

interface JestSettings {
  readonly root: string;
  readonly output: number;
  /** When to start no more files, in milliseconds since 1970. Default: never. */
  readonly until?: number | undefined;
}

interface JestRun {
  readonly results: readonly FileResult[];
  /** Absolute paths of files that did not start in time. */
  readonly left: readonly string[];
}

async function runJest(
  name: string,
  args: readonly string[],
  { root, output, until }: JestSettings,
): Promise<JestRun> {
  const directory = mkdtempSync(join(tmpdir(), 'errand-check-'));
  const reportFile = join(directory, 'jest.json');
  try {
    const leftFile = join(directory, 'left.json');
    const command = ['jest', '--ci', '--json', `--outputFile=${reportFile}`, ...args] as const;
    const environment =
      until === undefined ? {} : { [UNTIL_VARIABLE]: `${until}`, [LEFT_VARIABLE]: leftFile };
    await runStep({ name, command, isQuiet: true, environment }, root, output);
    const { testResults }: JestReport = JSON.parse(readFileSync(reportFile, 'utf8'));
    const left = until === undefined ? '[]' : readFileSync(leftFile, 'utf8');
    return { results: testResults, left: JSON.parse(left) };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/**
 * A file that could not run counts as one failure. So does a skipped test, because it proves
 * nothing.
 */
function countAll(files: readonly FileResult[]): Pick<TestCounts, 'passed' | 'failed'> {
  let passed = 0;
  let failed = 0;
  for (const { status, assertionResults } of files) {
    const good = assertionResults.filter((test) => test.status === 'passed').length;
    const bad = assertionResults.length - good;
    passed += good;
    failed += status === 'failed' ? Math.max(bad, 1) : bad;
  }
  return { passed, failed };
}
