import type { Code, CodeStep } from '../code/code.ts';
import { type Mapping, skipped } from '../draft/mapping.ts';
import { ownValue } from '../draft/own-value.ts';
import { mapExpectation } from './expectations.ts';
import { printLocator, splitChain } from './print-locator.ts';
import { isTrimming } from './script-values.ts';
import { resolveChain, type ScriptState, tabOf } from './script-state.ts';

/** An immediate comparison in a script becomes an expectation that waits. */
interface Comparison {
  readonly actual: Code;
  readonly matcher: CodeStep;
  readonly isNegated: boolean;
  readonly state: ScriptState;
}

const ofElement: Readonly<Record<string, string>> = {
  count: 'to_have_count',
  get_attribute: 'to_have_attribute',
  input_value: 'to_have_value',
  inner_text: 'to_have_text',
  text_content: 'to_have_text',
};
const ofState: Readonly<Record<string, string>> = {
  is_checked: 'to_be_checked',
  is_disabled: 'to_be_disabled',
  is_editable: 'to_be_editable',
  is_enabled: 'to_be_enabled',
  is_hidden: 'to_be_hidden',
  is_visible: 'to_be_visible',
};
const equalities = new Set(['to_be', 'to_equal', 'to_strict_equal']);

/** Maps `expect(await locator.textContent()).toBe('x')` and `assert page.title() == "x"`. */
export function mapComparison({ actual, matcher, isNegated, state }: Comparison): Mapping {
  const program = skipped('It checks a value of the program.');
  if (actual.kind !== 'chain') return program;
  const chain = resolveChain(actual, state);
  if (tabOf(chain.head, state) === undefined) return program;
  const { finding, acting } = splitChain(chain.steps);
  const [read, ...others] = acting.filter((step) => !isTrimming(step));
  if (!read || others.length > 0) return program;
  const found = findMatcher({ read, matcher, isOnPage: finding.length === 0 });
  if (!found) return program;
  const { isOpposite = false, ...step } = found;
  const locator = locatorOf(finding, read, state);
  return mapExpectation({ locator, matcher: step, isNegated: isNegated !== isOpposite, state });
}

function locatorOf(
  finding: readonly CodeStep[],
  read: CodeStep,
  state: ScriptState,
): string | undefined {
  if (finding.length > 0) return printLocator(finding, state);
  const [selector] = read.values ?? [];
  return selector?.kind === 'text' ? `locator(${JSON.stringify(selector.text)})` : undefined;
}

interface Found extends CodeStep {
  readonly isOpposite?: boolean;
}

function findMatcher({
  read,
  matcher,
  isOnPage,
}: {
  read: CodeStep;
  matcher: CodeStep;
  isOnPage: boolean;
}): Found | undefined {
  const [expected] = matcher.values ?? [];
  const truth = truthOf(matcher);
  const state = ownValue(ofState, read.name);
  if (state !== undefined && truth !== undefined) {
    return { name: state, values: [], options: new Map(), isOpposite: !truth };
  }
  const match = equalities.has(matcher.name)
    ? 'equals'
    : matcher.name === 'to_contain' || matcher.name === 'to_match'
      ? 'contains'
      : undefined;
  if (match === undefined || !expected) return undefined;
  if (isOnPage && (read.name === 'title' || read.name === 'url')) {
    const name = read.name === 'title' ? 'to_have_title' : 'to_have_url';
    return { name, values: [partOf(expected, match)], options: new Map() };
  }
  const name = ownValue(ofElement, read.name);
  if (name === undefined) return undefined;
  const isPart = match === 'contains' && name === 'to_have_text';
  const attribute = name === 'to_have_attribute' ? (read.values ?? []).slice(isOnPage ? 1 : 0) : [];
  const wanted = isPart || expected.kind !== 'text' ? expected : partOf(expected, match);
  return {
    name: isPart ? 'to_contain_text' : name,
    values: [...attribute, wanted],
    options: new Map(),
  };
}

/** Returns a pattern that matches part of a string. */
function partOf(expected: Code, match: 'contains' | 'equals'): Code {
  if (match === 'equals' || expected.kind !== 'text') return expected;
  const source = expected.text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
  return { kind: 'pattern', source, flags: [] };
}

function truthOf({ name, values = [] }: CodeStep): boolean | undefined {
  if (name === 'to_be_truthy') return true;
  if (name === 'to_be_falsy') return false;
  const [value] = values;
  return equalities.has(name) && value?.kind === 'boolean' ? value.isTrue : undefined;
}
