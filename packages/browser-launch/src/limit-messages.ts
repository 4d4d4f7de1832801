import type { Readable } from 'node:stream';

/**
 * Destroys the pipe of a browser when a message on it, which ends with a zero, is longer than that, and tells. What a page says
 * (to its console, for instance) comes through the pipe as one message. Whoever reads the pipe too never gets the whole of it.
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
