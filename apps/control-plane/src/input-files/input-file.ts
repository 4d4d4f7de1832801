/** An input file of a task, without its content. */
export interface InputFile {
  /** As given by the client; unique within its task, ignoring case. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** 64 hexadecimal digits. */
  readonly sha256: string;
}

/** An input file with its content. */
export interface InputFileContent extends InputFile {
  readonly content: Uint8Array;
}
