import { asNumber, asPlain, asText } from '../draft/json.ts';
import { quote } from '../draft/locators.ts';
import type { ReadNode } from './node-reader.ts';
import type { Lines } from './python-lines.ts';
import { pythonLocator, pythonText } from './python-text.ts';

const ofPage = new Set(['to_have_title', 'to_have_url']);
const withText = new Set([
  'to_have_attribute',
  'to_have_text',
  'to_have_title',
  'to_have_url',
  'to_have_value',
]);

/** Writes an expectation as a line of Playwright code. */
export function expectationLine(fields: ReadNode['fields']): Lines {
  const assertion = asText(fields['assertion']) ?? '';
  const match = asText(fields['match']) ?? 'equals';
  const { expected } = fields;
  const timeout = `timeout=${(asNumber(fields['timeout']) ?? 5) * 1000}`;
  const subject = ofPage.has(assertion) ? 'page' : pythonLocator(asText(fields['command']) ?? '');
  const isPartOfText = assertion === 'to_have_text' && match === 'contains';
  const name = isPartOfText ? 'to_contain_text' : assertion;
  const negation = fields['is_negated'] === true ? 'not_' : '';
  const attribute = asText(fields['attribute']);
  const values = [
    ...(attribute === undefined ? [] : [quote(attribute)]),
    ...(assertion === 'to_have_count' ? [countOf(expected)] : []),
    ...(withText.has(assertion)
      ? [isPartOfText ? pythonText(asPlain(expected)) : textOf(expected, match)]
      : []),
  ];
  const failure = asText(fields['failure_message']);
  const message = failure === undefined ? '' : `, ${pythonText(failure)}`;
  const line = `expect(${subject}${message}).${negation}${name}(${[...values, timeout].join(', ')})`;
  return { lines: [line] };
}

const countOf = (expected: unknown): string =>
  typeof expected === 'number' ? asPlain(expected) : `int(${pythonText(asPlain(expected))})`;

function textOf(expected: unknown, match: string): string {
  if (expected === undefined) return 're.compile("")';
  const text = pythonText(asPlain(expected));
  if (match === 'regex') return `re.compile(${text})`;
  return match === 'contains' ? `re.compile(re.escape(${text}))` : text;
}
