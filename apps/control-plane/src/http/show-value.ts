const MAX_LENGTH = 100;

/** Fields whose values, including nested members, are never repeated. */
const SECRET = /password|api_key|secret|secure_parameters|rdp_parameter|token$|^authorization$/i;

/** Describes a request value for an error text: shortened, and for a secret only its kind. */
export function showValue(value: unknown, loc: readonly (string | number)[]): string {
  if (Array.isArray(value))
    return value.length === 0 ? 'an empty list' : `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) {
    return Object.keys(value).length === 0 ? 'an empty object' : 'an object';
  }
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (value === '') return 'an empty string';
  if (isSecret(loc)) return typeof value === 'string' ? 'a string' : `a ${typeof value}`;
  const isLong = typeof value === 'string' && value.length > MAX_LENGTH;
  return JSON.stringify(isLong ? `${value.slice(0, MAX_LENGTH)}...` : value);
}

/** A body that is a single bare value may be an API key. */
function isSecret([root, ...names]: readonly (string | number)[]): boolean {
  if (names.length === 0) return root === 'body';
  return names.some((name) => typeof name === 'string' && SECRET.test(name));
}
