import { DomainError } from '../http/domain-error.ts';

/** A file of a submission is not acceptable. */
export class InputFileRefusedError extends DomainError {
  readonly code = 'input-file-refused';
  readonly status = 400;

  /**
   * `field` is its path in the body, such as `input_files.0.name`; `problem` ends with what to do.
   */
  constructor(field: string, problem: string) {
    super(`${field} ${problem}.`);
  }
}

/** A task can be neither retried nor replayed, because one of its input files is lost. */
export class InputFileLostError extends DomainError {
  readonly code = 'input-file-lost';
  readonly status = 409;

  constructor(taskId: string, name: string, options?: ErrorOptions) {
    super(
      `Input file ${JSON.stringify(name)} of task "${taskId}" is no longer stored unchanged: submit a new task with the file.`,
      options,
    );
  }
}
