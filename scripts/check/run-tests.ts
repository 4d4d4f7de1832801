import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { runStep } from './run-step.ts';

/** More files than this do not fail by the load of their neighbours: then none gets a second run. */
const mostSecondRuns = 3;

export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
}

interface JestReport {
  readonly testResults: readonly FileResult[];
}

interface FileResult {
  /** Absolute path. */
  readonly name: string;
  readonly status: 'passed' | 'failed';
  readonly assertionResults: readonly { readonly status: string }[];
}

/**
 * Runs all tests, and a file that failed beside others once more on its own: real browsers and deadlines share two cores.
 * What passes only then is named, so that it gets mended; what fails twice has failed.
 */
export async function runTests(root: string): Promise<TestCounts> {
  const first = await runJest(root, 'tests', []);
  const suspects = new Set(first.filter(isFailed).map(({ name }) => name));
  if (suspects.size === 0 || suspects.size > mostSecondRuns) return countAll(first);
  const alone = ['--runInBand', '--runTestsByPath', ...suspects];
  const second = await runJest(root, 'tests that failed, alone', alone);
  const steadied = second.filter((file) => suspects.has(file.name) && !isFailed(file));
  for (const { name } of steadied) {
    say(`UNSTEADY ${relative(root, name)}: passed only on its own`);
    suspects.delete(name);
  }
  const settled = first.filter((file) => !isFailed(file) || suspects.has(file.name));
  return countAll([...settled, ...steadied]);
}

function isFailed({ status }: FileResult): boolean {
  return status === 'failed';
}

async function runJest(
  root: string,
  name: string,
  args: readonly string[],
): Promise<readonly FileResult[]> {
  const directory = mkdtempSync(join(tmpdir(), 'errand-check-'));
  const output = join(directory, 'jest.json');
  try {
    const command = ['jest', '--ci', '--json', `--outputFile=${output}`, ...args] as const;
    await runStep({ name, command, isQuiet: true }, root);
    const report: JestReport = JSON.parse(readFileSync(output, 'utf8'));
    return report.testResults;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** A file that could not be run counts as one failure; so does a test that is switched off, for it proves nothing. */
function countAll(files: readonly FileResult[]): TestCounts {
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

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
