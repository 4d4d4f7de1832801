const WILDCARD = '*';
/** Vaults also find things by these, whatever they are called. */
const ONEPASSWORD_ID = /^[a-z0-9]{26}$/;
const ARN = /^arn:/i;

/**
 * Whether the pattern of a grant covers a name. `*` stands for any text, everything else for itself: capitals count, and
 * nothing is normalised. An id or an ARN says nothing about the name of what it opens, so a wildcard never covers an id, and
 * an ARN only if the pattern begins with `arn:`.
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
  // The leftmost match leaves the most for the parts behind it, so no part is tried twice.
  for (const part of rest) {
    const found = name.indexOf(part, from);
    if (found < 0) return false;
    from = found + part.length;
  }
  return from <= end;
}
