const WILDCARD = '*';
/** Vaults also accept these instead of a name. */
const ONEPASSWORD_ID = /^[a-z0-9]{26}$/;
const ARN = /^arn:/i;

/**
 * Whether the pattern of a grant covers a name. `*` matches any text, everything else only itself:
 * case-sensitive and without normalisation. An id or an ARN reveals nothing about the name of its
 * item, so a wildcard never covers an id, and covers an ARN only if the pattern starts with `arn:`.
 */
export function coversName(pattern: string, name: string): boolean {
  if (!pattern.includes(WILDCARD)) return pattern === name;
  if (ONEPASSWORD_ID.test(name)) return false;
  if (ARN.test(name) && !pattern.startsWith('arn:')) return false;
  const [first = '', ...rest] = pattern.split(WILDCARD);
  const last = rest.pop() ?? '';
  if (!name.startsWith(first) || !name.endsWith(last)) return false;
  const end = name.length - last.length;
  let from = first.length;
  // The leftmost match leaves the most text for the remaining parts, so no part is tried twice.
  for (const part of rest) {
    const found = name.indexOf(part, from);
    if (found < 0) return false;
    from = found + part.length;
  }
  return from <= end;
}
