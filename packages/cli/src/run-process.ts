import { runCli } from './run-cli.ts';
import type { Terminal } from './terminal/terminal.ts';

const EXIT_OF_INTERRUPTED = 130;
/** 128 plus the number of SIGPIPE, as in shells. */
const EXIT_OF_CLOSED_PIPE = 141;

/** Runs the command line with the arguments, streams and signals of this process. */
export async function runProcess(more: Pick<Terminal, 'record'> = {}): Promise<void> {
  const interrupted = new AbortController();
  process.on('SIGINT', () => {
    // A second Ctrl-C does not wait for anything.
    if (interrupted.signal.aborted) process.exit(EXIT_OF_INTERRUPTED);
    interrupted.abort();
  });
  const { stdin, stdout, stderr, env } = process;
  for (const output of [stdout, stderr]) {
    output.on('error', (error: NodeJS.ErrnoException) => {
      // There is nothing to report, but the command did not complete.
      if (error.code === 'EPIPE') process.exit(EXIT_OF_CLOSED_PIPE);
      throw error;
    });
  }
  process.exitCode = await runCli(process.argv.slice(2), {
    ...more,
    stdin,
    stdout,
    stderr,
    env,
    signal: interrupted.signal,
  });
}
