import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

const KEPT_BYTES = 64 * 1024;
const LONGEST_LINE = 4000;

interface Told {
  /** Called with the lines of the first 64 KiB, each of at most 4,000 characters. */
  readonly onLine: (line: string) => void;
  readonly onBytes: (count: number) => void;
}

/** Reads all output of a program and passes on the first part. */
export function readLines(stream: Readable, { onLine, onBytes }: Told): void {
  const decoder = new StringDecoder();
  let total = 0;
  let rest = '';
  const pass = (line: string) => onLine(line.slice(0, LONGEST_LINE));
  stream.on('data', (chunk: Buffer) => {
    onBytes(chunk.byteLength);
    const kept = chunk.subarray(0, Math.max(0, KEPT_BYTES - total));
    const wasWhole = total <= KEPT_BYTES;
    total += chunk.byteLength;
    const lines = (rest + decoder.write(kept)).split('\n');
    rest = lines.pop() ?? '';
    lines.forEach(pass);
    if (!wasWhole || total <= KEPT_BYTES) return;
    if (rest !== '') pass(rest);
    rest = '';
    pass(`(what was printed beyond ${KEPT_BYTES} bytes is left out)`);
  });
  stream.on('end', () => {
    if (rest !== '') pass(rest);
  });
  // The process was ended while it printed.
  stream.on('error', () => undefined);
}
