import { isTime } from '../paging/place-cursor.ts';
import { readCursor, writeCursor } from '../paging/page-cursor.ts';

export type TaskSort = 'created' | 'started' | 'completed' | 'duration';

/** The position of a task in a list: the value that it is sorted by, and its id. */
export interface TaskPlace {
  /** An ISO time; for a duration, milliseconds. */
  readonly key: string;
  readonly id: string;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const MILLISECONDS = /^-?\d{1,15}$/;

/** Lists sorted by creation use the same cursors as all other lists. */
export function writeTaskCursor(sort: TaskSort, { key, id }: TaskPlace): string {
  return writeCursor(sort === 'created' ? `${key} ${id}` : `${sort} ${key} ${id}`);
}

/**
 * Undefined without a cursor. Throws InvalidRequestError like `readCursor`, and for a cursor of a
 * list with a different sort order.
 */
export function readTaskCursor(
  sort: TaskSort,
  cursor: string | undefined,
  root: 'query' | 'body' = 'query',
): TaskPlace | undefined {
  const isKey = sort === 'duration' ? (key: string) => MILLISECONDS.test(key) : isTime;
  const isPlace = (position: string): boolean => {
    const [id = '', key = '', ...rest] = position.split(' ').toReversed();
    const [named = 'created', ...more] = rest;
    return named === sort && more.length === 0 && UUID.test(id) && isKey(key);
  };
  const text = readCursor(cursor, isPlace, root);
  const [id, key] = text?.split(' ').toReversed() ?? [];
  return id === undefined || key === undefined ? undefined : { id, key };
}
