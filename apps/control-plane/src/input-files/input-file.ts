/** A file that came with a task, without its content. */
export interface InputFile {
  /** As the client gave it; unique in its task, ignoring case. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** In 64 hexadecimal digits. */
  readonly sha256: string;
}

/** With its content. */
export interface InputFileContent extends InputFile {
  readonly content: Uint8Array;
}
