import { readCursor, writeCursor } from './page-cursor.ts';

/** Encodes a whole number as a cursor, such as the number of entries on the pages so far. */
export function writeOffset(offset: number): string {
  return writeCursor(String(offset));
}

/** 0 without a cursor. Throws InvalidRequestError as `readCursor`. */
export function readOffset(cursor: string | undefined): number {
  return Number(readCursor(cursor, (text) => /^[1-9]\d{0,14}$/.test(text)) ?? 0);
}
