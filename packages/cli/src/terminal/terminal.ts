import type { DeskRecorder } from './desk-recorder.ts';
import type { Environment } from './environment.ts';

/** Where output goes; a terminal if `isTTY`. */
export interface Output {
  readonly write: (text: string) => unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** Where input comes from: `process.stdin`, or another stream in tests. */
export interface Input extends AsyncIterable<Uint8Array | string> {
  readonly isTTY?: boolean;
  readonly setRawMode?: (isRaw: boolean) => unknown;
}

/** The environment of the command line. */
export interface Terminal {
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Environment;
  /** Fires at Ctrl-C, at other signals to end, and when nobody reads the output any more. */
  readonly signal: AbortSignal;
  /** Opens a browser on this desktop. Present only in an installation: it needs the engine. */
  readonly record?: DeskRecorder | undefined;
}

/** Reads all of standard input as text. */
export async function readInput(stdin: Input): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}
