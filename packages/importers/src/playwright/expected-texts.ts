import type { Code } from '../code/code.ts';
import { readPlain, resolveValue } from './script-values.ts';
import type { ScriptState } from './script-state.ts';

interface Expected {
  readonly expected: string;
  readonly match: 'contains' | 'equals' | 'regex';
  readonly why?: string;
}

const escapePattern = (text: string): string =>
  text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);

/** Writes a pattern and its flags as a JavaScript regular expression without flags. */
function patternText(source: string, flags: readonly string[]): string {
  const letters = [
    ...(flags.some((flag) => flag === 'IGNORECASE' || flag === 'I') ? ['i'] : []),
    ...(flags.some((flag) => flag === 'DOTALL' || flag === 'S') ? ['s'] : []),
    ...(flags.some((flag) => flag === 'MULTILINE' || flag === 'M') ? ['m'] : []),
  ].join('');
  return letters === '' ? source : `(?${letters}:${source})`;
}

/** Reads the string or pattern that something is compared with. */
export function readExpected(
  code: Code | undefined,
  state: ScriptState,
  match: 'contains' | 'equals' = 'equals',
): Expected | undefined {
  const value = resolveValue(code, state);
  if (value?.kind === 'pattern') {
    return { expected: patternText(value.source, value.flags), match: 'regex' };
  }
  const text = readPlain(code, state);
  return text === undefined ? undefined : { expected: text, match };
}

const urlFields = ({ expected, match }: Expected): Record<string, unknown> => ({
  assertion: 'to_have_url',
  expected,
  ...(match !== 'equals' && { match }),
});

/** An address may be a pattern, have wildcards, or lack its host. */
export function urlExpectation(
  code: Code | undefined,
  state: ScriptState,
): { fields: Record<string, unknown>; why?: string } | undefined {
  const found = readExpected(code, state);
  if (!found) return undefined;
  if (found.match === 'regex') return { fields: urlFields(found) };
  const text = found.expected;
  if (text.includes('*')) {
    const pattern = text
      .split(/(\*+)/)
      .map((part) => (/^\*\*+$/.test(part) ? '.*' : part === '*' ? '[^/]*' : escapePattern(part)))
      .join('');
    return {
      fields: urlFields({ expected: `${pattern}$`, match: 'regex' }),
      why: 'Wildcards became a pattern.',
    };
  }
  if (/^(?:[a-z][a-z\d+.-]*:|\{)/i.test(text)) return { fields: urlFields(found) };
  return {
    fields: urlFields({ expected: text, match: 'contains' }),
    why: 'The address has no host, so it is looked for within the address of the page.',
  };
}
