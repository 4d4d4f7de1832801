import type { Readable } from 'node:stream';

/**
 * Destroys the pipe of a browser, and calls `onTooLong`, when a zero-terminated message exceeds
 * `mostBytes`. Page output (to its console, for example) arrives as a single message. Other readers
 * of the pipe never receive the complete message.
 */
export function limitMessages(pipe: Readable, mostBytes: number, onTooLong: () => void): void {
  let bytes = 0;
  pipe.prependListener('data', (chunk: Buffer) => {
    const end = chunk.lastIndexOf(0);
    bytes = end === -1 ? bytes + chunk.byteLength : chunk.byteLength - end - 1;
    if (bytes <= mostBytes) return;
    pipe.destroy();
    onTooLong();
  });
}
