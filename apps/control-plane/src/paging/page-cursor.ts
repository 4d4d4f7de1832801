import { InvalidRequestError } from '../http/invalid-request-error.ts';

/** Encodes the position after which the next page starts, opaque to clients. */
export function writeCursor(position: string): string {
  return Buffer.from(position).toString('base64url');
}

/**
 * Undefined without a cursor. Throws InvalidRequestError for a cursor that `writeCursor` did not
 * create from a valid position; `root` is the part of the request that contains it.
 */
export function readCursor(
  cursor: string | undefined,
  isPosition: (text: string) => boolean,
  root: 'query' | 'body' = 'query',
): string | undefined {
  if (cursor === undefined) return undefined;
  const position = Buffer.from(cursor, 'base64url').toString();
  const isOurs = writeCursor(position) === cursor && !position.includes('\0');
  if (isOurs && isPosition(position)) return position;
  const msg = 'is not valid: specify the next_cursor of the previous page';
  throw new InvalidRequestError([{ loc: [root, 'cursor'], msg, type: 'pattern' }]);
}
