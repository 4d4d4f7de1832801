import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Step {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  /** It prints to standard output what it also writes to a file. Default false. */
  readonly isQuiet?: boolean;
}

/** Runs a step and shows what it says; answers whether it ended with status 0. */
export async function runStep(step: Step, directory: string): Promise<boolean> {
  const [file, ...args] = step.command;
  const startedAt = performance.now();
  // All that a step says goes to our standard error: the last line of standard output is the count.
  const child = spawn(file, args, {
    cwd: directory,
    stdio: ['ignore', step.isQuiet ? 'ignore' : 2, 2],
  });
  const [code] = await once(child, 'exit');
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  process.stderr.write(`${code === 0 ? 'ok    ' : 'FAILED'} ${step.name} (${seconds} s)\n`);
  return code === 0;
}
