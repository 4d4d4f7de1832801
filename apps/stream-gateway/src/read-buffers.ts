const SMALLEST = 4 * 1024;
const LARGEST = 256 * 1024;
const GROWTH = 4;
/** Of each size, in bytes; what is given back beyond that is left to the garbage collector. */
const MAX_KEPT_BYTES = 4 * 1024 * 1024;

/**
 * Memory that sockets read into, used again and again: fresh memory for every read cost half of the gateway's time in garbage
 * collection. A connection begins with a small buffer, so that a thousand idle viewers take little.
 */
export class ReadBuffers {
  readonly #free = new Map<number, Buffer[]>();

  /** Belongs to the caller until `release`. */
  acquire(size = SMALLEST): Buffer {
    return this.#free.get(size)?.pop() ?? Buffer.allocUnsafeSlow(size);
  }

  /** Never twice, and only once nobody reads from it or writes to it. */
  release(buffer: Buffer): void {
    const kept = this.#free.get(buffer.length) ?? [];
    if (kept.length * buffer.length < MAX_KEPT_BYTES) kept.push(buffer);
    this.#free.set(buffer.length, kept);
  }
}

/** Size for the read after one that found so many bytes: larger when there was no room for more, smaller after a few bytes. */
export function nextReadSize(size: number, bytesRead: number): number {
  if (bytesRead === size) return Math.min(size * GROWTH, LARGEST);
  return bytesRead * GROWTH * 2 < size ? Math.max(size / GROWTH, SMALLEST) : size;
}
