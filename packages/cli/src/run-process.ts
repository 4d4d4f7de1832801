import { runCli } from './run-cli.ts';
import { ClosedOutputError } from './terminal/closed-output-error.ts';
import { StoppedError } from './terminal/stopped-error.ts';
import type { Terminal } from './terminal/terminal.ts';

const EXIT_OF_INTERRUPTED = 130;
/** 128 plus the number of SIGPIPE, as in shells. */
const EXIT_OF_CLOSED_PIPE = 141;
/** The reader of a pipe has left, or the terminal was closed. */
const CLOSED: ReadonlySet<string | undefined> = new Set(['EPIPE', 'EIO']);

/**
 * Runs the command line with the arguments, streams and signals of this process. A command that gets
 * a signal to stop first closes what it has opened, such as a session.
 */
export async function runProcess(more: Pick<Terminal, 'record'> = {}): Promise<void> {
  const { stdin, stdout, stderr, env } = process;
  const interrupted = new AbortController();
  const end = (reason?: Error): void => {
    interrupted.abort(reason);
    // Otherwise a command that reads its input would wait for more.
    stdin.destroy();
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      const reason = name === 'SIGINT' ? undefined : new StoppedError(name);
      // A second signal does not wait for anything.
      if (interrupted.signal.aborted) process.exit(reason?.exitCode ?? EXIT_OF_INTERRUPTED);
      end(reason);
    });
  }
  let isClosed = false;
  for (const output of [stdout, stderr]) {
    output.on('error', (error: NodeJS.ErrnoException) => {
      if (!CLOSED.has(error.code)) throw error;
      isClosed = true;
      process.exitCode = EXIT_OF_CLOSED_PIPE;
      end(new ClosedOutputError('The output was closed before its end.', { cause: error }));
    });
  }
  const exitCode = await runCli(process.argv.slice(2), {
    ...more,
    stdin,
    stdout,
    stderr,
    env,
    signal: interrupted.signal,
  });
  process.exitCode = isClosed ? EXIT_OF_CLOSED_PIPE : exitCode;
}
