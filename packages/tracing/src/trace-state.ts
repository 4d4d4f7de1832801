/** Systems must pass on at least this much. */
const MAX_LENGTH = 512;
const MAX_MEMBERS = 32;
/** By the standard, longer members are dropped first from a list that is too long. */
const LONG_MEMBER = 128;

const SIMPLE_KEY = '[a-z][_0-9a-z*/-]{0,255}';
const TENANT_KEY = '[a-z0-9][_0-9a-z*/-]{0,240}@[a-z][_0-9a-z*/-]{0,13}';
const VALUE = String.raw`[\x20-\x2b\x2d-\x3c\x3e-\x7e]{0,255}[\x21-\x2b\x2d-\x3c\x3e-\x7e]`;
const MEMBER = new RegExp(`^(${SIMPLE_KEY}|${TENANT_KEY})=${VALUE}$`);

/**
 * Returns the members of a tracestate in a uniform notation, or undefined if there are none or one
 * of them is not valid: then no part of it may be passed on. A list that is too long loses its long
 * members first, then the last ones.
 */
export function readTraceState(header: string): string | undefined {
  const members = header
    .split(',')
    .map((member) => member.replaceAll(/^[ \t]+|[ \t]+$/g, ''))
    .filter((member) => member !== '');
  const keys = members.map((member) => MEMBER.exec(member)?.[1]);
  if (members.length > MAX_MEMBERS || keys.includes(undefined)) return undefined;
  if (new Set(keys).size < keys.length) return undefined;
  return shorten(members).join(',') || undefined;
}

function shorten(members: readonly string[]): readonly string[] {
  if (fits(members)) return members;
  const kept = members.filter((member) => member.length <= LONG_MEMBER);
  while (!fits(kept)) kept.pop();
  return kept;
}

function fits(members: readonly string[]): boolean {
  return members.join(',').length <= MAX_LENGTH;
}
