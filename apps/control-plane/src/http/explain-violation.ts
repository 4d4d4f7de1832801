import { FORMATS, PATTERNS, TYPES } from './words-of-schemas.ts';
import { showValue } from './show-value.ts';

/** A violation found by the validator, with the offending value. */
export interface FoundViolation {
  /** In the validator's wording, such as `must be >= 1`. */
  readonly message: string;
  /** Starts with `body`, `query`, `path` or `header`. */
  readonly loc: readonly (string | number)[];
  readonly value: unknown;
}

interface Explanation {
  readonly message: RegExp;
  /** What to send instead; follows the value. */
  readonly wayOut?: (...found: string[]) => string;
  /** Replaces both the value and what to send instead. */
  readonly sentence?: (...found: string[]) => string;
}

/**
 * One for each constraint that the documents put on requests. The regular expression's groups
 * become arguments.
 */
const EXPLANATIONS: readonly Explanation[] = [
  {
    message: /^(?:must NOT have (?:additional|unevaluated) properties$|Unknown query parameter)/,
    sentence: () => 'is unknown here: remove it, or check its spelling',
  },
  { message: /^must have required property /, sentence: () => 'is missing: send it' },
  {
    message: /^boolean schema is false$/,
    sentence: () => 'cannot be combined with the other members here: remove one of them',
  },
  {
    message: /^must have propert(?:y|ies) (.+) when property (.+) is present$/,
    sentence: (needed = '', name = '') =>
      `is required with ${name}: send ${needed} too, or remove ${name}`,
  },
  {
    message: /^must NOT have duplicate items \(items ## (\d+) and (\d+)/,
    sentence: (one = '', other = '') =>
      `has the same value at ${other} and ${one}: send each value once`,
  },
  {
    message: /^must match (?:exactly one|a) schema in (?:one|any)Of$/,
    wayOut: () => 'use one of the forms in the API document',
  },
  {
    message: /^must be ([a-z]+(?:,[a-z]+)*)$/,
    wayOut: (names = '') => `specify ${nameTypes(names)}`,
  },
  { message: /^must be >= (.+)$/, wayOut: (n = '') => `specify at least ${n}` },
  { message: /^must be <= (.+)$/, wayOut: (n = '') => `specify at most ${n}` },
  {
    message: /^Empty value found for query parameter/,
    wayOut: () => 'set it to a value, or remove it',
  },
  { message: /^must NOT have fewer than (\d+) (\w+)$/, wayOut: atLeast },
  {
    message: /^must NOT have more than (\d+) (\w+)$/,
    wayOut: (n = '', unit = '') => `specify at most ${count(n, unit)}`,
  },
  {
    message: /^must be equal to one of the allowed values: (.+)$/s,
    // The message has an empty name for null.
    wayOut: (names = '') =>
      `specify ${names.includes(', ') ? 'one of ' : ''}${names.replace(/(?<=, |^)(?=,|$)/, 'null')}`,
  },
  {
    message: /^must match format "(.+)"$/,
    wayOut: (name = '') => `specify ${FORMATS[name] ?? `the format "${name}"`}`,
  },
  {
    message: /^must match pattern "(.+)"$/s,
    wayOut: (pattern = '') => `specify ${PATTERNS[pattern] ?? `text that matches ${pattern}`}`,
  },
];

/**
 * Says what is wrong with a field, its value unless that may be a secret, and what to send instead.
 */
export function explainViolation({ message, loc, value }: FoundViolation): string {
  for (const { message: words, wayOut, sentence } of EXPLANATIONS) {
    const found = words.exec(message)?.slice(1);
    if (!found) continue;
    if (sentence) return sentence(...found);
    if (wayOut) return `is ${showValue(value, loc)}: ${wayOut(...found)}`;
  }
  return `is ${showValue(value, loc)}, which the document does not allow: it ${message}`;
}

function nameTypes(names: string): string {
  return names
    .split(',')
    .map((name) => TYPES[name] ?? name)
    .join(' or ');
}

function atLeast(number = '', unit = ''): string {
  if (number === '1' && unit === 'characters') return 'specify a non-empty string';
  return `specify at least ${count(number, unit)}`;
}

/** The validator calls members properties and elements items. */
function count(number: string, unit: string): string {
  const words: Readonly<Record<string, string>> = { items: 'element', properties: 'member' };
  const word = words[unit] ?? unit.replace(/s$/, '');
  return `${number} ${word}${number === '1' ? '' : 's'}`;
}
