import { Readable } from 'node:stream';
import { runCli } from '../run-cli.ts';
import type { Environment } from '../terminal/environment.ts';
import type { Terminal } from '../terminal/terminal.ts';

export interface Ran {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Surroundings {
  readonly env?: Environment;
  /** Piped or typed input. */
  readonly stdin?: string;
  /** Whether standard input is a terminal. */
  readonly isTyped?: boolean;
  /** Width of a terminal; undefined for a pipe. */
  readonly columns?: number;
  readonly signal?: AbortSignal;
  readonly record?: Terminal['record'];
  /** Called for everything that is written to standard output. */
  readonly onOutput?: (text: string) => void;
  /** Called for everything that is written to standard error. */
  readonly onNote?: (text: string) => void;
}

/** Runs one command line in this process, with its own streams and environment. */
export async function runInProcess(args: readonly string[], more: Surroundings = {}): Promise<Ran> {
  const { env = {}, stdin = '', columns, signal, record } = more;
  const listeners = { stdout: more.onOutput, stderr: more.onNote };
  const written = { stdout: '', stderr: '' };
  const open = (name: 'stdout' | 'stderr') => ({
    write: (text: string) => {
      written[name] += text;
      listeners[name]?.(text);
    },
    ...(columns !== undefined && { isTTY: true, columns }),
  });
  const exitCode = await runCli(args, {
    stdin: Object.assign(Readable.from([stdin]), { isTTY: more.isTyped ?? false }),
    stdout: open('stdout'),
    stderr: open('stderr'),
    env,
    record,
    signal: signal ?? new AbortController().signal,
  });
  return { exitCode, ...written };
}

/** Parses JSON lines. */
export const linesOf = (text: string): Record<string, unknown>[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
