import { findNearestName, isRecord } from '@errand/foundation';
import { z } from 'zod';

type RawIssue = z.core.$ZodRawIssue;

const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'a boolean',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
};

/** Separates the messages of several unknown keys, which zod reports as one issue. */
export const KEY_SEPARATOR = '\n';

/**
 * Describes a problem in a sentence: what was given, and what is allowed. Empty for a union without
 * its own message; undefined keeps zod's message.
 */
export function describeIssue(issue: RawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return describeType(issue.expected, issue.input);
    case 'invalid_value':
      return describeChoice(issue.input, issue.values.map(String));
    case 'unrecognized_keys':
      return issue.keys.map((key) => describeKey(key, knownKeys(issue))).join(KEY_SEPARATOR);
    case 'too_small':
      return `Expected ${size(issue.origin)} ${issue.inclusive === false ? 'above' : 'of at least'} ${issue.minimum}${got(issue.input)}.`;
    case 'too_big':
      return `Expected ${size(issue.origin)} ${issue.inclusive === false ? 'below' : 'of at most'} ${issue.maximum}${got(issue.input)}.`;
    case 'invalid_union':
      return issue.discriminator === undefined ? '' : describeDiscriminator(issue);
    case 'custom':
    case 'invalid_element':
    case 'invalid_format':
    case 'invalid_key':
    case 'not_multiple_of':
    default:
      return undefined;
  }
}

function describeType(expected: string, input: unknown): string {
  const wanted = typeNames[expected] ?? expected;
  if (input === undefined) return `This field is missing: specify ${wanted}.`;
  return `Expected ${wanted}${got(input)}.`;
}

/** Does not repeat strings, which may contain values that must not appear in an error. */
function got(input: unknown): string {
  if (typeof input === 'number' || typeof input === 'boolean') {
    return `, but got the ${typeof input} ${String(input)}`;
  }
  if (input === null) return ', but got null';
  if (Array.isArray(input)) return `, but got a list of ${input.length}`;
  return `, but got ${typeNames[typeof input] ?? typeof input}`;
}

function describeChoice(input: unknown, choices: readonly string[]): string {
  if (input === undefined) return `This field is missing: specify ${choices.join(' or ')}.`;
  if (typeof input !== 'string') return `Expected one of ${choices.join(', ')}${got(input)}.`;
  return `${quote(input)} is not allowed here.${suggest(input, choices)} Allowed: ${choices.join(', ')}.`;
}

function describeKey(key: string, known: readonly string[]): string {
  const allowed = known.length === 0 ? 'No field is allowed here' : `Known: ${known.join(', ')}`;
  return `There is no field ${quote(key)} here.${suggest(key, known)} ${allowed}.`;
}

function describeDiscriminator(issue: RawIssue): string {
  const { input, inst, discriminator } = issue;
  if (!(inst instanceof z.ZodDiscriminatedUnion)) return 'This kind is not known.';
  const kinds = inst.options.flatMap((option) => [...(kindsOfOption(option, discriminator) ?? [])]);
  const name = String(discriminator);
  const kind: unknown = isRecord(input) ? input[name] : undefined;
  return describeChoice(kind, kinds.map(String));
}

function kindsOfOption(option: z.core.$ZodType, discriminator: unknown) {
  return option._zod.propValues?.[String(discriminator)];
}

function knownKeys({ inst }: RawIssue): string[] {
  return inst instanceof z.ZodObject ? Object.keys(inst.shape) : [];
}

function suggest(name: string, candidates: readonly string[]): string {
  const nearest = findNearestName(name, candidates);
  return nearest === undefined ? '' : ` Did you mean ${quote(nearest)}?`;
}

function size(origin: string): string {
  if (origin === 'array') return 'a list with a length';
  return origin === 'string' ? 'a string with a length' : 'a number';
}

function quote(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
