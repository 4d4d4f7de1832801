import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeSync } from 'node:fs';

export interface Step {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  /** Whether the step's standard output only repeats what it writes to a file. Default false. */
  readonly isQuiet?: boolean;
  /** Environment variables besides those of this process. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** For the output of steps: the last line of standard output must be the count. */
const STANDARD_ERROR = 2;

/** Runs a step and writes its output to an open file. Returns whether it ended with status 0. */
export async function runStep(
  step: Step,
  directory: string,
  output: number = STANDARD_ERROR,
): Promise<boolean> {
  const [file, ...args] = step.command;
  const startedAt = performance.now();
  const child = spawn(file, args, {
    cwd: directory,
    env: { ...process.env, ...step.environment },
    stdio: ['ignore', step.isQuiet ? 'ignore' : output, output],
  });
  const [code] = await once(child, 'exit');
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  writeSync(output, `${code === 0 ? 'ok    ' : 'FAILED'} ${step.name} (${seconds} s)\n`);
  return code === 0;
}
