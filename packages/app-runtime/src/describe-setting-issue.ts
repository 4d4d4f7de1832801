import type { z } from 'zod';

/** Messages that zod writes itself. A schema's own messages are sentences already. */
const OWN_WORDS = /^(?:Too (?:small|big)|Invalid (?:option|input|URL))/;

/** Says what a setting must be, so that its name and the text are a sentence. */
export function describeSettingIssue(issue: z.core.$ZodIssue): string {
  return (OWN_WORDS.test(issue.message) ? describe(issue) : undefined) ?? issue.message;
}

function describe(issue: z.core.$ZodIssue): string | undefined {
  switch (issue.code) {
    case 'too_small':
      return `must ${limit('at least', issue.origin, issue.minimum)}`;
    case 'too_big':
      return `must ${limit('at most', issue.origin, issue.maximum)}`;
    case 'invalid_value':
      return `must be ${listChoices(issue.values.map(String))}`;
    case 'invalid_type':
      return issue.expected === 'int' ? 'must be a whole number' : `must be a ${issue.expected}`;
    case 'invalid_format':
      return issue.format === 'url' ? describeUrl(issue.pattern) : undefined;
    case 'custom':
    case 'invalid_element':
    case 'invalid_key':
    case 'invalid_union':
    case 'not_multiple_of':
    case 'unrecognized_keys':
    default:
      return undefined;
  }
}

function limit(bound: string, origin: string, value: number | bigint): string {
  if (origin === 'string') return `have ${bound} ${value} characters`;
  if (origin === 'array' || origin === 'set') return `list ${bound} ${value}`;
  return `be ${bound} ${value}`;
}

function listChoices(choices: readonly string[]): string {
  const last = choices.at(-1) ?? '';
  return choices.length < 2 ? last : `${choices.slice(0, -1).join(', ')} or ${last}`;
}

/** The pattern of the scheme, if it is what differs: `^https?$`. */
function describeUrl(pattern: string | undefined): string {
  const [, scheme] = /^\^?([a-z]+)s\?\$?$/.exec(pattern ?? '') ?? [];
  return scheme === undefined
    ? 'must be a URL'
    : `must be a URL that begins with ${scheme}:// or ${scheme}s://`;
}
