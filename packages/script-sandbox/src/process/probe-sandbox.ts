import { spawn } from 'node:child_process';
import { sendFilter } from './contained-process.ts';
import { defaultProcessLimits } from './process-limits.ts';
import { sandboxedCommand } from './sandbox-command.ts';

const answersWithinMs = 10_000;

/** Returns why the sandbox does not work here, or undefined if a trial run succeeds. */
export async function whySandboxIsMissing(path: string): Promise<string | undefined> {
  const limits = defaultProcessLimits;
  const command = sandboxedCommand({ file: '/usr/bin/true', args: [], limits });
  const child = spawn(command.file, command.args, {
    env: { PATH: path },
    stdio: ['ignore', 'ignore', 'pipe', 'ignore', 'pipe'],
    timeout: answersWithinMs,
    killSignal: 'SIGKILL',
  });
  sendFilter(child, command);
  let complaint = '';
  child.stderr?.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  child.once('error', (error) => resolve(error.message));
  child.once('close', (code) => {
    if (code === 0) resolve(undefined);
    else resolve(complaint.trim().slice(0, 500) || `bwrap exited with ${code ?? 'a signal'}`);
  });
  return promise;
}
