/** A file that came with the task cannot be read now. Another attempt may succeed. */
export class InputFileUnavailableError extends Error {
  readonly code = 'input_file_unavailable';

  constructor(name: string, reason: string, options?: ErrorOptions) {
    super(
      `The input file ${JSON.stringify(name)} could not be read from the storage: ${reason}.`,
      options,
    );
    this.name = new.target.name;
  }
}

/** A file in the storage is not the one that came with the task. */
export class InputFileDamagedError extends Error {
  readonly code = 'input_file_damaged';

  constructor(name: string, difference: string) {
    super(
      `The input file ${JSON.stringify(name)} is not as it was submitted: it has ${difference}. Submit the task again with the file.`,
    );
    this.name = new.target.name;
  }
}
