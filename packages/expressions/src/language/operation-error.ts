/** An operation failed. The caller adds its position. */
export class OperationError extends Error {
  override readonly name = 'OperationError';
}
