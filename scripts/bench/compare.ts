import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { compareFigures, type Comparison, type Figures } from './compare-figures.ts';
import { type CommitTree, openCommitTree } from './commit-tree.ts';

const reportPath = fileURLToPath(new URL('../../.errand/bench/compare.json', import.meta.url));

interface Options {
  readonly revisions: readonly [string, string];
  readonly bench: string;
  /** Options of the bench. */
  readonly args: readonly string[];
  readonly rounds: number;
}

/**
 * Runs a bench of two commits alternately, each in its own checkout, and prints how each figure of
 * the second compares with the first. Usage: A B BENCH [--rounds N] [-- OPTION...] (default 3
 * rounds), where OPTION is an option of the bench.
 */
export async function benchCompare(args: readonly string[]): Promise<void> {
  const options = readOptions(args);
  await using owned = new AsyncDisposableStack();
  const [one, other] = options.revisions;
  const first = owned.use(await openCommitTree(one));
  const second = owned.use(await openCommitTree(other));
  const figures: (readonly [Figures, Figures])[] = [];
  for (let round = 0; round < options.rounds; round += 1) {
    figures.push(await runBoth(first, second, { ...options, isReversed: round % 2 === 1 }));
  }
  await report(options, compareFigures(figures));
}

function readOptions(args: readonly string[]): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { rounds: { type: 'string', default: '3' } },
  });
  const [one, other, bench, ...more] = positionals;
  if (one === undefined || other === undefined || bench === undefined) {
    throw new Error('usage: pnpm bench compare A B BENCH [--rounds N] [-- OPTION...]');
  }
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1) {
    throw new Error(`--rounds is "${values.rounds}": specify a whole number from 1.`);
  }
  return { revisions: [one, other], bench, args: more, rounds };
}

/** The commits take turns going first, because the machine may slow down or warm up. */
async function runBoth(
  first: CommitTree,
  second: CommitTree,
  { bench, args, isReversed }: Options & { readonly isReversed: boolean },
): Promise<readonly [Figures, Figures]> {
  if (isReversed) {
    const later = await second.run(bench, args);
    return [await first.run(bench, args), later];
  }
  return [await first.run(bench, args), await second.run(bench, args)];
}

async function report(options: Options, compared: readonly Comparison[]): Promise<void> {
  const [one, other] = options.revisions;
  say(`${other} / ${one}, ${options.rounds} rounds; * beyond the spread`);
  for (const { name, first, second, ratio, least, most, isBeyondSpread } of compared) {
    const mark = isBeyondSpread ? '*' : ' ';
    say(`${mark} ${name}: ${first} -> ${second}, ${ratio} (${least} to ${most})`);
  }
  await mkdir(dirname(reportPath), { recursive: true });
  await writeFile(reportPath, `${JSON.stringify({ options, compared }, undefined, 2)}\n`);
  say(reportPath);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
