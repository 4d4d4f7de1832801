import { AutomationError, quoteList } from '../../errors.ts';

/** A file to upload is, or may be, outside the files of the run. */
export class FileRefusedError extends AutomationError {
  readonly code = 'file_refused';
  override readonly retry = 'never';

  constructor(path: string, problem: string) {
    super(
      `The file_path ${JSON.stringify(path)} ${problem}. Give the name of a file that the run has downloaded, or a path relative to its downloads.`,
    );
  }
}

/** The run has no such file. */
export class FileMissingError extends AutomationError {
  readonly code = 'file_missing';

  constructor(path: string, available: readonly string[]) {
    super(
      `The run has no file ${JSON.stringify(path)}. It has: ${quoteList(available) || 'no files yet'}.`,
    );
  }
}
