import { CodedError } from '@errand/foundation';

/** An input file of the task cannot be read now. Another attempt may succeed. */
export class InputFileUnavailableError extends CodedError {
  readonly code = 'input_file_unavailable';
  override readonly retry = 'infrastructure';

  constructor(name: string, reason: string, options?: ErrorOptions) {
    super(
      `The input file ${JSON.stringify(name)} could not be read from the storage: ${reason}.`,
      options,
    );
  }
}

/** A stored input file differs from the submitted one. */
export class InputFileDamagedError extends CodedError {
  readonly code = 'input_file_damaged';
  override readonly retry = 'never';

  constructor(name: string, difference: string) {
    super(
      `The input file ${JSON.stringify(name)} differs from the one submitted: it has ${difference}. Submit the task again with the file.`,
    );
  }
}
