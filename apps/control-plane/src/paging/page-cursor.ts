import { InvalidRequestError } from '../http/invalid-request-error.ts';

/** Text behind which the next page begins, in a form that clients take as it is. */
export function writeCursor(position: string): string {
  return Buffer.from(position).toString('base64url');
}

/** Undefined for no cursor. Throws InvalidRequestError for one that `writeCursor` has not made of such a text. */
export function readCursor(
  cursor: string | undefined,
  isPosition: (text: string) => boolean,
): string | undefined {
  if (cursor === undefined) return undefined;
  const position = Buffer.from(cursor, 'base64url').toString();
  const isOurs = writeCursor(position) === cursor && !position.includes('\0');
  if (isOurs && isPosition(position)) return position;
  const msg = 'is not one of ours: give the next_cursor of the page before';
  throw new InvalidRequestError([{ loc: ['query', 'cursor'], msg, type: 'pattern' }]);
}
