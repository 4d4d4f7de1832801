import { type Bindings, bindText, parseTemplate } from '@errand/expressions';

/**
 * Binds the placeholders in all strings of a download's metadata, at any depth. Keys are unchanged.
 */
export function bindMetadata(
  metadata: Readonly<Record<string, unknown>>,
  bindings: Bindings,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(metadata).map(([key, value]) => [key, bindValue(value, bindings)]),
  );
}

function bindValue(value: unknown, bindings: Bindings): unknown {
  if (typeof value === 'string') return bindText(parseTemplate(value), bindings);
  if (Array.isArray(value)) return value.map((entry) => bindValue(entry, bindings));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, bindValue(entry, bindings)]),
  );
}
