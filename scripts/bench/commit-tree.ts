import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Figures, readFigures } from './compare-figures.ts';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));
const RUN_DEADLINE_MS = 3_600_000;

/** A checkout of one commit. Disposing removes it. */
export interface CommitTree extends AsyncDisposable {
  /** Runs a bench of that commit and returns its figures. */
  readonly run: (bench: string, args: readonly string[]) => Promise<Figures>;
}

/** Its packages are installed when the first bench runs. */
export async function openCommitTree(revision: string): Promise<CommitTree> {
  await using owned = new AsyncDisposableStack();
  const scratch = await mkdtemp(join(tmpdir(), 'errand-compare-'));
  owned.defer(() => rm(scratch, { recursive: true, force: true }));
  const directory = join(scratch, 'tree');
  await git('worktree', 'add', '--detach', directory, revision);
  owned.defer(() => git('worktree', 'remove', '--force', directory));
  const resources = owned.move();
  return {
    run: (bench, args) => runBench(directory, bench, args),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

async function runBench(
  directory: string,
  bench: string,
  args: readonly string[],
): Promise<Figures> {
  const report = join(directory, '.errand', 'bench', `${bench}.json`);
  await rm(report, { force: true });
  const command = ['scripts/bootstrap.mjs', 'scripts/bench/main.ts', bench, ...args];
  const child = spawn(process.execPath, command, {
    cwd: directory,
    // The bench's own output would hide the comparison.
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: RUN_DEADLINE_MS,
  });
  const [code] = await once(child, 'exit');
  if (code !== 0)
    throw new Error(`The bench "${bench}" ended with ${String(code)} in ${directory}.`);
  return readFigures(await readReport(report, bench));
}

async function readReport(path: string, bench: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw new Error(`The bench "${bench}" writes no JSON that could be compared.`, {
      cause: error,
    });
  }
}

async function git(...args: readonly string[]): Promise<void> {
  await promisify(execFile)('git', args, { cwd: REPOSITORY });
}
