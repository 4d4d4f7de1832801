import { expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Ran, Surroundings } from './run-in-process.ts';

interface InterruptedCli {
  readonly errand: (args: string, more?: Surroundings) => Promise<Ran>;
  readonly jsonOf: (args: string) => Promise<Record<string, unknown>>;
  /** Path of the command. */
  readonly command: string;
  readonly env: () => Readonly<Record<string, string>>;
}

/** Defines the tests for Ctrl-C during a wait for a task of the recording `idle`. */
export function testInterrupts({ errand, jsonOf, command, env }: InterruptedCli): void {
  test('leaves the task running at Ctrl-C and says how to follow it', async () => {
    const leaving = new AbortController();
    const waiting = errand('run idle note=x --wait', { signal: leaving.signal, columns: 80 });
    // By then, the task has been submitted.
    setTimeout(() => leaving.abort(), 3_000);
    const { exitCode, stdout, stderr } = await waiting;
    expect({ exitCode, stdout }).toEqual({ exitCode: 130, stdout: '' });
    const [, taskId = ''] =
      /Task (\S+) continues\. Follow it: errand logs -f \1/.exec(stderr) ?? [];
    expect(await jsonOf(`tasks show ${taskId}`)).toMatchObject({ status: 'queued' });
  });

  test('exits with the code for an interrupt when run as a process', async () => {
    const child = spawn(command, ['run', 'idle', 'note=x', '--wait'], {
      env: { ...process.env, ...env() },
    });
    let printed = '';
    for await (const chunk of child.stderr) {
      printed += String(chunk);
      if (/is submitted/.test(String(chunk))) child.kill('SIGINT');
    }
    if (child.exitCode === null) await once(child, 'exit');
    expect(child.exitCode).toBe(130);
    expect(printed).toMatch(/Follow it: errand logs -f/);
  });
}
