import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { SYSTEM_PATH } from '../server-process/system-path.ts';
import { S3ServerError } from './s3-server-errors.ts';

interface RunOptions {
  readonly signal: AbortSignal;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Runs a program to its end; throws S3ServerError with the tail of its output if it fails. */
export async function runCommand(
  command: string,
  commandArguments: readonly string[],
  { signal, environment }: RunOptions,
): Promise<void> {
  const child = spawn(command, commandArguments, {
    env: { PATH: SYSTEM_PATH, LC_ALL: 'C.UTF-8', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  });
  const exited = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const [exitCode, output, errors] = await Promise.all([
    exited,
    text(child.stdout),
    text(child.stderr),
  ]);
  if (exitCode === 0) return;
  throw new S3ServerError(
    `"${[command, ...commandArguments].join(' ')}" ended with code ${exitCode}:\n` +
      `${output}${errors}`.trim().slice(-2000),
  );
}
