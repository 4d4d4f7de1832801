import type { Request } from 'express';
import type { StoredObject } from '../object-storage.ts';

interface ByteRange {
  readonly start: number;
  /** Inclusive. */
  readonly end: number;
}

/**
 * Returns the requested range; undefined for the whole object, which is also the response to
 * several ranges, to another unit, and to `If-Range` of an older version.
 */
export function requestedRange(
  request: Request,
  object: StoredObject,
): ByteRange | 'unsatisfiable' | undefined {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
  const condition = request.get('if-range');
  if (condition !== undefined && condition !== `"${object.etag}"`) return undefined;
  const ranges = request.range(object.size);
  if (ranges === -1) return 'unsatisfiable';
  if (ranges === undefined || ranges === -2 || ranges.type !== 'bytes') return undefined;
  return ranges.length === 1 ? ranges[0] : undefined;
}
