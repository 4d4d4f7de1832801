import { parseTemplate } from '@errand/expressions';
import { z } from 'zod';
import { optionalLocatorText } from './locator-fields.ts';
import { optionalField } from './optional-field.ts';
import { blankableText, requiredText } from './text-fields.ts';

const ofThePage = ['to_have_title', 'to_have_url'] as const;
const withText = ['to_have_attribute', 'to_have_text', 'to_have_value', ...ofThePage] as const;
const withoutValue = [
  'to_be_checked',
  'to_be_disabled',
  'to_be_editable',
  'to_be_enabled',
  'to_be_hidden',
  'to_be_visible',
] as const;

const assertions = [...withoutValue, ...withText, 'to_have_count'] as const;
const LONGEST_TIMEOUT_SECONDS = 86_400;

/** What is expected of an element or of the page, and how long to wait for it. */
export function expectationFields({ timeoutSeconds }: { readonly timeoutSeconds: number }) {
  return {
    command: optionalLocatorText().describe(
      'Locator expression of the element in Python Playwright syntax; placeholders are allowed. Not with to_have_url and to_have_title, which look at the page.',
    ),
    assertion: z
      .enum(assertions)
      .describe(
        'What is expected. Hidden includes an element that is not there; editable means enabled and not read-only.',
      ),
    expected: optionalField(z.union([z.string(), z.int()])).describe(
      'The text, value, address, title or number of elements that is expected; placeholders are allowed. Without it, to_have_attribute accepts any value. White space in a text and a title is collapsed; the text is everything written in the element, including hidden parts.',
    ),
    match: z
      .enum(['equals', 'contains', 'regex'])
      .default('equals')
      .describe(
        'How expected is compared: equals, contains, or regex: expected is a JavaScript regular expression that matches anywhere (values of placeholders in it match literally).',
      ),
    attribute: optionalField(requiredText()).describe(
      'Name of the attribute. With to_have_attribute only.',
    ),
    is_negated: z.boolean().default(false).describe('Expects the opposite.'),
    timeout: z
      .number()
      .min(0)
      .max(LONGEST_TIMEOUT_SECONDS)
      .default(timeoutSeconds)
      .describe(
        'Longest wait until it is met, in seconds, counted from the moment when a loading page is there; 0 checks once.',
      ),
  };
}

/** The sentence with which the task's error begins. */
export function failureMessageField() {
  return blankableText().describe(
    'Sentence that the error of the task begins with; placeholders are allowed. What was expected and received follows it.',
  );
}

export type ExpectationParams = z.output<z.ZodObject<ReturnType<typeof expectationFields>>>;

/** Checks the rules between the fields; pass it to `superRefine`. */
export function checkExpectation(params: ExpectationParams, context: z.core.$RefinementCtx): void {
  for (const [field, message] of problemsOf(params)) {
    if (message !== undefined) context.addIssue({ code: 'custom', path: [field], message });
  }
}

function problemsOf(params: ExpectationParams): [field: string, message: string | undefined][] {
  const { assertion, attribute } = params;
  const isOfPage = isOneOf(ofThePage, assertion);
  const needsAttribute = assertion === 'to_have_attribute';
  return [
    ['command', whyNotGiven(params.command, { isNeeded: !isOfPage, name: 'command', assertion })],
    [
      'attribute',
      whyNotGiven(attribute, { isNeeded: needsAttribute, name: 'attribute', assertion }),
    ],
    ['expected', problemOfExpected(params)],
    ['match', problemOfMatch(params)],
  ];
}

function whyNotGiven(
  value: unknown,
  { isNeeded, name, assertion }: { isNeeded: boolean; name: string; assertion: string },
): string | undefined {
  if (isNeeded === (value !== undefined)) return undefined;
  return isNeeded
    ? `${assertion} needs ${name}: add it.`
    : `${name} does not apply to ${assertion}: remove it.`;
}

function problemOfExpected({ assertion, expected, match }: ExpectationParams): string | undefined {
  if (isOneOf(withoutValue, assertion)) {
    return whyNotGiven(expected, { isNeeded: false, name: 'expected', assertion });
  }
  if (expected === undefined) {
    const isNeeded = assertion !== 'to_have_attribute' || match !== 'equals';
    return isNeeded ? `${assertion} needs expected: add it.` : undefined;
  }
  if (assertion === 'to_have_count') return problemOfCount(expected);
  if (match !== 'regex' || hasPlaceholder(String(expected))) return undefined;
  try {
    RegExp(String(expected));
    return undefined;
  } catch (error) {
    if (!Error.isError(error)) throw error;
    return `Not a regular expression: ${error.message}.`;
  }
}

function problemOfCount(expected: string | number): string | undefined {
  const text = String(expected);
  if (hasPlaceholder(text) || /^\d{1,9}$/.test(text.trim())) return undefined;
  return `to_have_count needs a number of elements, such as 3, not ${JSON.stringify(expected)}.`;
}

function problemOfMatch({ assertion, match }: ExpectationParams): string | undefined {
  if (match === 'equals' || isOneOf(withText, assertion)) return undefined;
  return `match does not apply to ${assertion}: remove it.`;
}

function hasPlaceholder(text: string): boolean {
  return parseTemplate(text).segments.some(({ kind }) => kind === 'placeholder');
}

function isOneOf(names: readonly string[], name: string): boolean {
  return names.includes(name);
}
