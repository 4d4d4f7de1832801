// Runs the whole service under load, injects every fault, and checks what each party observed.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { checkHistory } from '../history/check-history.ts';
import { writeHistory } from '../history/history.ts';
import { printReport } from '../history/print-report.ts';
import { runScript, say } from '../system/run-script.ts';
import { parseFlags, USAGE, type Flags } from './flags.ts';
import { runChaos } from './run-chaos.ts';

await runScript({ parseFlags, usage: USAGE, run });

/** Returns the exit status: 1 if a guarantee was violated; the logs are then kept. */
async function run({ options, file, keep }: Flags): Promise<number> {
  const directory = mkdtempSync(join(tmpdir(), 'errand-chaos-'));
  const lines = await runChaos(directory, options, say);
  mkdirSync(dirname(file), { recursive: true });
  writeHistory(file, lines);
  const report = checkHistory(lines);
  printReport(report, say);
  say(file);
  const isGood = report.violations.length === 0;
  if (isGood && !keep) rmSync(directory, { recursive: true, force: true });
  else say(`The logs are in ${directory}/logs.`);
  return isGood ? 0 : 1;
}
