import {
  bindPlaceholder,
  type Bindings,
  bindText,
  createTextBudget,
  parseTemplate,
  UnresolvedPlaceholderError,
} from '@errand/expressions';
import { describeLocator, parseLocator } from '@errand/locators';
import type { Probe } from '../in-page/expected-state.ts';
import { inSeconds } from '../../errors.ts';
import type { ExpectationParams } from '../../fields/expectation-fields.ts';
import type { PageRun } from '../page-run.ts';
import { awaitExpectation } from './expectation.ts';
import { InvalidCountError } from './expectation-errors.ts';

/** Whether an expectation was met, and a sentence about it. */
export interface Judgement {
  readonly isMet: boolean;
  /**
   * `get_by_role("status") was expected to have the text "Paid" within 5.0 s. Received: "Draft".`
   */
  readonly sentence: string;
}

const LONGEST_SEEN = 500;

const facts = {
  to_be_checked: ['checked', 'be checked'],
  to_be_disabled: ['disabled', 'be disabled'],
  to_be_editable: ['editable', 'be editable'],
  to_be_enabled: ['enabled', 'be enabled'],
  to_be_hidden: ['visible', 'be hidden'],
  to_be_visible: ['visible', 'be visible'],
  to_have_attribute: ['attribute', 'have the attribute'],
  to_have_count: ['count', 'match'],
  to_have_text: ['text', 'have the text'],
  to_have_title: ['title', 'have the title'],
  to_have_url: ['url', 'have the address'],
  to_have_value: ['value', 'have the value'],
} as const satisfies Record<ExpectationParams['assertion'], readonly [Probe['fact'], string]>;

/**
 * Waits until an expectation is met, or its time is up. Throws `LocatorAmbiguousError`,
 * `UnresolvedPlaceholderError`.
 */
export async function judgeExpectation(
  run: PageRun,
  params: ExpectationParams,
): Promise<Judgement> {
  const { command, assertion, timeout } = params;
  const expression = command === undefined ? undefined : parseLocator(command, run.bindings);
  const expected = bindExpected(params, run.bindings);
  const [fact] = facts[assertion];
  const isNegated = params.is_negated !== (assertion === 'to_be_hidden');
  const probe = { fact, expected, match: params.match, attribute: params.attribute, isNegated };
  const timeoutMs = timeout * 1000;
  const { isMet, seen } = await awaitExpectation(run, { expression, probe, timeoutMs });
  // Redact before truncating, which could leave half of a secret.
  const received = run.redact(seen).slice(0, LONGEST_SEEN).toWellFormed();
  const subject = expression ? describeLocator(expression) : 'The page';
  const wanted = `${params.is_negated ? 'not ' : ''}to ${phrase(params, expected)}`;
  const sentence = `${subject} was expected ${wanted} within ${inSeconds(timeoutMs)}. Received: ${received}.`;
  return { isMet, sentence };
}

function bindExpected(
  { assertion, expected, match }: ExpectationParams,
  bindings: Bindings,
): string | undefined {
  if (expected === undefined) return undefined;
  const template = String(expected);
  if (match === 'regex') return bindPattern(template, bindings);
  const text = bindText(parseTemplate(template), bindings);
  if (assertion !== 'to_have_count' || /^\d{1,9}$/.test(text.trim())) return text;
  throw new InvalidCountError(template);
}

/** Values match literally, even if they would have a meaning in a pattern. */
function bindPattern(template: string, bindings: Bindings): string {
  const spend = createTextBudget(template);
  const parts = parseTemplate(template).segments.map((segment) => {
    if (segment.kind === 'text') return spend(segment.text);
    const value = bindPlaceholder(segment.placeholder, bindings);
    if (value === undefined) throw new UnresolvedPlaceholderError([segment.placeholder], template);
    // A repetition such as \d{n} is text, not a placeholder.
    return spend(value === segment.placeholder.source ? value : escapeForPattern(value));
  });
  return parts.join('');
}

function phrase(
  { assertion, attribute, match }: ExpectationParams,
  expected: string | undefined,
): string {
  const [, words] = facts[assertion];
  if (assertion === 'to_have_count')
    return `match ${expected} element${expected === '1' ? '' : 's'}`;
  const what = attribute === undefined ? words : `${words} ${attribute}`;
  if (expected === undefined) return what;
  const how = { contains: ' that contains', equals: '', regex: ' that matches the pattern' }[match];
  const link = attribute !== undefined && match === 'equals' ? ' with the value' : '';
  return `${what}${how}${link} ${JSON.stringify(expected)}`;
}

function escapeForPattern(value: string): string {
  return value.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
}
