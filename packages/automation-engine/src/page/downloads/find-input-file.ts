import { AutomationError, quoteList } from '../../errors.ts';

/** A file that was submitted with the task. */
export interface InputFileOnDisk {
  readonly name: string;
  /** Absolute; ends with the name, which is what a page sees. */
  readonly path: string;
}

/**
 * Returns the path of the file with this name, in any Unicode normal form. Throws
 * `InputFileMissingError`.
 */
export function findInputFile(name: string, files: readonly InputFileOnDisk[]): string {
  const wanted = name.normalize('NFC');
  const file = files.find((other) => other.name.normalize('NFC') === wanted);
  if (file) return file.path;
  throw new InputFileMissingError(
    name,
    files.map((other) => other.name),
  );
}

/** A file that a step needs was not submitted with the task. */
class InputFileMissingError extends AutomationError {
  readonly code = 'input_file_missing';
  override readonly retry = 'never';

  constructor(name: string, available: readonly string[]) {
    super(
      `The task has no input file ${JSON.stringify(name)}. It has: ${quoteList(available) || 'no files'}. Submit it with that name in input_files, or change input_file of the step.`,
    );
  }
}
