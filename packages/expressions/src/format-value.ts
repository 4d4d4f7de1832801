import type { JsonValue } from '@errand/foundation';

/**
 * Formats a value the way automation authors expect: `True` and `False`, strings verbatim, lists
 * and objects as JSON.
 */
export function formatValue(value: JsonValue): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return JSON.stringify(value);
}
