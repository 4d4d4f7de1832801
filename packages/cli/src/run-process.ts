import { runCli } from './run-cli.ts';
import type { Terminal } from './terminal/terminal.ts';

const EXIT_OF_INTERRUPTED = 130;

/** Runs the command line with the arguments, streams and signals of this process. */
export async function runProcess(more: Pick<Terminal, 'record'> = {}): Promise<void> {
  const interrupted = new AbortController();
  process.on('SIGINT', () => {
    // A second Ctrl-C does not wait for anything.
    if (interrupted.signal.aborted) process.exit(EXIT_OF_INTERRUPTED);
    interrupted.abort();
  });
  // It is not an error when a reader such as `head` closes the pipe early.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit();
    throw error;
  });
  const { stdin, stdout, stderr, env } = process;
  process.exitCode = await runCli(process.argv.slice(2), {
    ...more,
    stdin,
    stdout,
    stderr,
    env,
    signal: interrupted.signal,
  });
}
