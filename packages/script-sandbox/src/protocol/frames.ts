/** A frame is a four-byte length (big-endian) followed by that many bytes of JSON. */
const HEADER_BYTES = 4;
const MOST_BYTES = 8 * 1024 ** 2;
const DEEPEST = 200;

/** The input is not a valid frame, or exceeds a limit. */
export class FrameError extends Error {
  constructor(problem: string) {
    super(problem);
    this.name = new.target.name;
  }
}

export function encodeFrame(value: unknown): Buffer {
  const payload = Buffer.from(JSON.stringify(value));
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32BE(payload.byteLength);
  return Buffer.concat([header, payload]);
}

/**
 * Splits a stream into the values of its frames. Throws `FrameError`; the rest of the stream is
 * then unusable.
 */
export function createFrameReader(): (chunk: Buffer) => unknown[] {
  let chunks: Buffer[] = [];
  let bytes = 0;
  return (chunk) => {
    chunks.push(chunk);
    bytes += chunk.byteLength;
    const values: unknown[] = [];
    for (;;) {
      const length = bytes < HEADER_BYTES ? undefined : lengthOf(chunks);
      if (length === undefined || bytes < HEADER_BYTES + length) return values;
      const whole = Buffer.concat(chunks);
      values.push(parse(whole.subarray(HEADER_BYTES, HEADER_BYTES + length)));
      chunks = [whole.subarray(HEADER_BYTES + length)];
      bytes = whole.byteLength - HEADER_BYTES - length;
    }
  };
}

function lengthOf(chunks: Buffer[]): number {
  const [first = Buffer.alloc(0)] = chunks;
  if (first.byteLength < HEADER_BYTES) chunks.splice(0, chunks.length, Buffer.concat(chunks));
  const length = chunks[0]?.readUInt32BE() ?? 0;
  if (length <= MOST_BYTES) return length;
  throw new FrameError(`it sent a frame of ${length} bytes; ${MOST_BYTES} are allowed`);
}

function parse(payload: Buffer): unknown {
  assertShallow(payload);
  try {
    return JSON.parse(payload.toString());
  } catch {
    throw new FrameError('it sent a frame that is not JSON');
  }
}

/** Rejects deeply nested values, which parse but later overflow the stack of recursive code. */
function assertShallow(payload: Buffer): void {
  let depth = 0;
  let isText = false;
  for (let index = 0; index < payload.byteLength; index += 1) {
    const byte = payload[index];
    if (isText) {
      if (byte === 0x5c) index += 1;
      else if (byte === 0x22) isText = false;
    } else if (byte === 0x22) isText = true;
    else if (byte === 0x5b || byte === 0x7b) depth += 1;
    else if (byte === 0x5d || byte === 0x7d) depth -= 1;
    if (depth > DEEPEST) throw new FrameError(`it sent a value of more than ${DEEPEST} levels`);
  }
}
