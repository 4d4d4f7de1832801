import { readCursor, writeCursor } from './page-cursor.ts';

/** Creation time and id: the order of lists that show the newest entries first. */
export interface Place {
  readonly createdAt: Date;
  readonly id: string;
}

const PLACE =
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z [0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Encodes the position of the last entry on a page. */
export function writePlace({ createdAt, id }: Place): string {
  return writeCursor(`${createdAt.toISOString()} ${id}`);
}

/** Undefined without a cursor. Throws InvalidRequestError like `readCursor`. */
export function readPlace(
  cursor: string | undefined,
  root: 'query' | 'body' = 'query',
): Place | undefined {
  const [time, id] = readCursor(cursor, isPlace, root)?.split(' ') ?? [];
  return time === undefined || id === undefined ? undefined : { createdAt: new Date(time), id };
}

function isPlace(text: string): boolean {
  const [time = ''] = text.split(' ');
  return PLACE.test(text) && isTime(time);
}

/** Some strings only look like a time, such as the 30th of February. */
export function isTime(text: string): boolean {
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && date.toISOString() === text;
}
