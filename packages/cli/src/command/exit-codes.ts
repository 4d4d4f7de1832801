import { StoppedError } from '../terminal/stopped-error.ts';

/** What the command line returns to the shell. Scripts rely on these numbers. */
export const EXIT = {
  done: 0,
  /** The request failed: refused, no connection, or a file that cannot be read. */
  failed: 1,
  usage: 2,
  /** The command worked, but found a problem: the task failed, or the automation has faults. */
  badResult: 3,
  /** The requested object does not exist, or the API key may not see or change it. */
  notFoundOrDenied: 4,
  /** `--timeout` has passed. The task keeps running. */
  timedOut: 5,
  /** Ctrl-C, with the number that it has in shells. The task keeps running. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT] | StoppedError['exitCode'];

/** Returns the exit code of a command that the signal has stopped. */
export function exitCodeOfStop({ reason }: AbortSignal): ExitCode {
  return reason instanceof StoppedError ? reason.exitCode : EXIT.interrupted;
}
