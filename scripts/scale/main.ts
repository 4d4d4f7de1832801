// Measures the capacity of control planes and PostgreSQL with many browserless workers under load.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runScript, say } from '../system/run-script.ts';
import { parseFlags, USAGE, type Flags } from './flags.ts';
import { printFigures } from './print-figures.ts';
import { runScale } from './run-scale.ts';

await runScript({ parseFlags, usage: USAGE, run });

/** Returns the exit status: 1 if a task was lost or ran twice; the logs are then kept. */
async function run({ options, file }: Flags): Promise<number> {
  const directory = mkdtempSync(join(tmpdir(), 'errand-scale-'));
  const result = await runScale(directory, options, say).catch((error: unknown) => {
    say(`The logs are in ${directory}.`);
    throw error;
  });
  printFigures(result, say);
  mkdirSync(dirname(file), { recursive: true });
  const measured = { options, processors: cpus().length, ...result };
  writeFileSync(file, `${JSON.stringify(measured, undefined, 2)}\n`);
  say(file);
  const isGood = result.faults.length === 0;
  if (isGood && !options.isProfiled) rmSync(directory, { recursive: true, force: true });
  else say(`The logs${options.isProfiled ? ' and profiles' : ''} are in ${directory}.`);
  return isGood ? 0 : 1;
}
