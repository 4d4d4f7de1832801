/** Collects ranges of one buffer, and other bytes between them, without copying adjacent ranges. */
export class ByteRanges {
  readonly #source: Buffer;
  readonly #parts: Buffer[] = [];
  #from = 0;
  #to = 0;

  constructor(source: Buffer) {
    this.#source = source;
  }

  keep(from: number, to: number): void {
    if (from !== this.#to) this.#flush();
    if (this.#from === this.#to) this.#from = from;
    this.#to = to;
  }

  insert(bytes: Buffer): void {
    this.#flush();
    this.#parts.push(bytes);
  }

  /** Everything as one buffer, which may share memory with the source. */
  join(): Buffer {
    this.#flush();
    const [first, ...others] = this.#parts;
    if (first === undefined) return Buffer.alloc(0);
    return others.length === 0 ? first : Buffer.concat(this.#parts);
  }

  #flush(): void {
    if (this.#from < this.#to) this.#parts.push(this.#source.subarray(this.#from, this.#to));
    this.#from = this.#to;
  }
}
