/** Nobody reads the output any more. There is nothing to report, but the command did not complete. */
export class ClosedOutputError extends Error {
  override readonly name: string = 'ClosedOutputError';
}
