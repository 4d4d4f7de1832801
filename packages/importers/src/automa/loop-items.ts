import { asList, asNumber, asObject, asPlain, asText, member, parseJson } from '../draft/json.ts';
import { isSecretName } from '../draft/parameter-names.ts';

/**
 * Reads the items of a loop: texts and numbers, whose key is blank, or objects of them that have
 * the same keys. Returns the values of each key; undefined for other items and for secrets.
 */
export function readItems(text: string): readonly (readonly [string, string[]])[] | undefined {
  const items = asList(parseJson(text));
  const [first] = items;
  if (items.length > 0 && items.every(isValue)) return [['', items.map(asPlain)]];
  const keys = Object.keys(asObject(first) ?? {});
  const isFlat = items.every((item) => hasValues(item, keys));
  if (keys.length === 0 || keys.includes('') || keys.some(isSecretName) || !isFlat)
    return undefined;
  return keys.map((key) => [key, items.map((item) => asPlain(member(item, key)))]);
}

const hasValues = (item: unknown, keys: readonly string[]): boolean =>
  Object.keys(asObject(item) ?? {}).length === keys.length &&
  keys.every((key) => isValue(member(item, key)));

/** A text with braces could refer to something. */
const isValue = (value: unknown): boolean =>
  asNumber(value) !== undefined || asText(value)?.includes('{') === false;
