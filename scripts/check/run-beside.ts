import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runStep, type Step } from './run-step.ts';

/**
 * Runs steps one after the other while something else runs. Prints the output of each step in one
 * piece after it has ended. Resolves with the number of steps that ended with status 0.
 */
export async function runBeside(
  steps: readonly Step[],
  directory: string,
  output: number = process.stderr.fd,
): Promise<number> {
  let passed = 0;
  for (const step of steps) {
    const folder = mkdtempSync(join(tmpdir(), 'errand-check-'));
    try {
      const file = join(folder, 'output');
      const own = openSync(file, 'w');
      const isGood = await runStep(step, directory, own).finally(() => closeSync(own));
      if (isGood) passed += 1;
      writeSync(output, readFileSync(file));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return passed;
}
