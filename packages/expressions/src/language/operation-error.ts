/** An operation cannot be done. The caller knows where it stands. */
export class OperationError extends Error {
  override readonly name = 'OperationError';
}
