/** Lets a test wait for a number of bytes from a stream with arbitrary chunks. */
export class ByteReader {
  #bytes = Buffer.alloc(0);
  #end: string | undefined;
  #wakeUp: (() => void) | undefined;

  add(bytes: Buffer): void {
    this.#bytes = Buffer.concat([this.#bytes, bytes]);
    this.#wakeUp?.();
  }

  /** Pending reads fail with the reason `why`. */
  end(why: string): void {
    this.#end = why;
    this.#wakeUp?.();
  }

  async read(length: number): Promise<Buffer> {
    while (this.#bytes.length < length) {
      if (this.#end !== undefined)
        throw new Error(`${this.#end} before ${length} bytes had arrived.`);
      await new Promise<void>((resolve) => (this.#wakeUp = resolve));
    }
    const bytes = this.#bytes.subarray(0, length);
    this.#bytes = this.#bytes.subarray(length);
    return bytes;
  }
}
