import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeSync } from 'node:fs';

export interface Step {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  /** It prints to standard output what it also writes to a file. Default false. */
  readonly isQuiet?: boolean;
}

/** The last line of standard output is the count; all that steps say goes here. */
const STANDARD_ERROR = 2;

/** Runs a step and shows what it says, in an open file; answers whether it ended with status 0. */
export async function runStep(
  step: Step,
  directory: string,
  output: number = STANDARD_ERROR,
): Promise<boolean> {
  const [file, ...args] = step.command;
  const startedAt = performance.now();
  const child = spawn(file, args, {
    cwd: directory,
    stdio: ['ignore', step.isQuiet ? 'ignore' : output, output],
  });
  const [code] = await once(child, 'exit');
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  writeSync(output, `${code === 0 ? 'ok    ' : 'FAILED'} ${step.name} (${seconds} s)\n`);
  return code === 0;
}
