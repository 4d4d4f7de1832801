import { isRecord } from '@errand/foundation';

export type Json = Record<string, unknown>;

/** Returns the value if it is an object, otherwise an empty object. */
export function asRecord(value: unknown): Json {
  return isRecord(value) ? value : {};
}
