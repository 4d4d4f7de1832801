// Deletes many old tasks under load, and measures what that does to submissions.
import { parseArgs } from 'node:util';
import type { Latencies } from './measure-submits.ts';
import { runRound, type Round } from './run-round.ts';

const USAGE = `usage: pnpm drill:retention [flags]
  --tasks N        old tasks to delete (default 10000)
  --per-second N   tasks submitted per second during the deletion (default 20)
  --rounds N       how often, each time on its own database (default 1)
  --help           show this text`;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

try {
  const { values } = parseArgs({
    strict: true,
    options: {
      tasks: { type: 'string', default: '10000' },
      'per-second': { type: 'string', default: '20' },
      rounds: { type: 'string', default: '1' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) say(USAGE);
  else {
    process.exitCode = await run({
      rounds: readCount('--rounds', values.rounds),
      tasks: readCount('--tasks', values.tasks),
      perSecond: readCount('--per-second', values['per-second']),
    });
  }
} catch (error) {
  process.stderr.write(`${Error.isError(error) ? error.message : String(error)}\n`);
  process.exitCode = 2;
}

function readCount(flag: string, text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1 && count <= 1_000_000) return count;
  throw new Error(`${flag} is "${text}": specify a whole number from 1 to 1000000.`);
}

/** Returns the exit status. */
async function run(options: {
  readonly rounds: number;
  readonly tasks: number;
  readonly perSecond: number;
}): Promise<number> {
  let status = 0;
  for (let number = 1; number <= options.rounds; number += 1) {
    say(`round ${number} of ${options.rounds}`);
    if (!report(await runRound({ ...options, say }))) status = 1;
  }
  return status;
}

/** Returns false if something that must be gone remains, or something that must remain is gone. */
function report({ before, during, control, seconds, cores, left, isGood }: Round): boolean {
  say(`submits before:  ${describe(before)}`);
  say(`submits during:  ${describe(during)}; ${seconds} s, ${cores} cores more`);
  say(`submits control: ${describe(control)}; other work on ${cores} cores`);
  say(`left: ${JSON.stringify(left)}`);
  say(isGood ? 'Only what is being delivered is left.' : 'This is WRONG.');
  return isGood && before.failed + during.failed === 0;
}

function describe({ submits, failed, p50Ms, p95Ms, p99Ms }: Latencies): string {
  return `${submits}, ${failed} failed, p50 ${p50Ms} ms, p95 ${p95Ms} ms, p99 ${p99Ms} ms`;
}
