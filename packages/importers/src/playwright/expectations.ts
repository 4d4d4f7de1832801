import type { Code, CodeStep } from '../code/code.ts';
import { approximated, mapped, type Mapping, skipped } from '../draft/mapping.ts';
import { ownValue } from '../draft/own-value.ts';
import { expectation, screenshot } from '../draft/nodes.ts';
import { readExpected, urlExpectation } from './expected-texts.ts';
import { isField } from './is-field.ts';
import { isTrue, readNumber, readPlain, resolveValue } from './script-values.ts';
import type { ScriptState } from './script-state.ts';

interface Expecting {
  readonly locator: string | undefined;
  readonly matcher: CodeStep;
  readonly isNegated: boolean;
  readonly state: ScriptState;
}

const UNREADABLE = 'What it expects is computed by program code.';
const CASE_SENSITIVE = {
  outcome: 'approximated',
  why: 'The comparison is case-sensitive: use a pattern such as (?i:text).',
} as const;
const states = new Set(
  ['checked', 'disabled', 'editable', 'enabled', 'hidden', 'visible'].map(
    (name) => `to_be_${name}`,
  ),
);

/** Maps `expect(locator).to_...()`. The name of the matcher may begin with `not_`. */
export function mapExpectation(given: Expecting): Mapping {
  const isNegated = given.isNegated !== given.matcher.name.startsWith('not_');
  const name = given.matcher.name.replace(/^not_/, '');
  const matcher = { ...given.matcher, name };
  const expecting = { ...given, matcher, isNegated };
  if (name === 'to_have_url' || name === 'to_have_title') return expectPage(expecting);
  if (name === 'to_have_screenshot' || name === 'to_match_snapshot') {
    return approximated('Takes a picture without comparing it.', screenshot('expected.png', true));
  }
  const { locator } = expecting;
  if (locator === undefined) return skipped('It checks a value of the program.');
  return { ...expectElement({ ...expecting, locator }), candidates: [locator] };
}

function expectPage({ matcher, isNegated, state }: Expecting): Mapping {
  const [value] = matcher.values ?? [];
  const negated = isNegated ? { is_negated: true } : {};
  if (matcher.name === 'to_have_url') {
    const found = urlExpectation(value, state);
    if (!found) return skipped(UNREADABLE);
    const node = expectation({ ...found.fields, ...negated });
    return found.why === undefined ? mapped(node) : approximated(found.why, node);
  }
  const found = readExpected(value, state);
  if (!found) return skipped(UNREADABLE);
  return mapped(expectation({ assertion: 'to_have_title', ...textFields(found), ...negated }));
}

const textFields = ({ expected, match }: { expected: string; match: string }) => ({
  expected,
  ...(match !== 'equals' && { match }),
});

function expectElement(expecting: Expecting & { locator: string }): Mapping {
  const { locator, matcher, isNegated, state } = expecting;
  const base = { command: locator, ...(isNegated && { is_negated: true }) };
  const { name, options } = matcher;
  const timeout = readNumber(options.get('timeout'), state);
  const longest = timeout === undefined ? {} : { timeout: Math.min(86_400, timeout / 1000) };
  if (states.has(name)) {
    const flipped = isOpposite(options) ? { is_negated: !isNegated } : {};
    return mapped(expectation({ ...base, assertion: name, ...longest, ...flipped }));
  }
  const [value, second] = matcher.values ?? [];
  if (name === 'to_have_text' || name === 'to_contain_text' || name === 'to_have_value') {
    return expectText({ ...base, ...longest }, expecting, value);
  }
  if (name === 'to_have_count') {
    const count = readNumber(value, state) ?? readPlain(value, state);
    if (count === undefined) return skipped(UNREADABLE);
    return mapped(expectation({ ...base, ...longest, assertion: name, expected: count }));
  }
  if (name === 'to_have_attribute') {
    const attribute = readPlain(value, state);
    const found =
      second === undefined || second.kind === 'record' ? undefined : readExpected(second, state);
    if (attribute === undefined) return skipped(UNREADABLE);
    return mapped(
      expectation({
        ...base,
        ...longest,
        assertion: name,
        attribute,
        ...(found && textFields(found)),
      }),
    );
  }
  return expectOther({ ...base, ...longest }, expecting, value);
}

/** Returns whether an option such as `visible: false` inverts the expectation. */
function isOpposite(options: CodeStep['options']): boolean {
  return [...options].some(
    ([key, value]) =>
      ['attached', 'checked', 'visible', 'enabled', 'editable'].includes(key) &&
      value.kind === 'boolean' &&
      !value.isTrue,
  );
}

function expectText(
  base: Readonly<Record<string, unknown>>,
  { matcher, state, locator, isNegated }: Expecting & { locator: string },
  value: Code | undefined,
): Mapping {
  const match = matcher.name === 'to_contain_text' ? 'contains' : 'equals';
  const assertion = matcher.name === 'to_have_value' ? 'to_have_value' : 'to_have_text';
  if (isTrue(matcher.options.get('ignore_case'))) {
    const cased = { ...matcher, options: new Map() };
    const mapping = expectText(base, { matcher: cased, state, locator, isNegated }, value);
    return mapping.outcome === 'skipped' ? mapping : { ...mapping, ...CASE_SENSITIVE };
  }
  const list = resolveValue(value, state);
  if (list?.kind === 'list') {
    const nodes = list.elements.map((one, index) => {
      const found = readExpected(one, state, match);
      return (
        found &&
        expectation({
          ...base,
          command: `${locator}.nth(${index})`,
          assertion,
          ...textFields(found),
        })
      );
    });
    const known = nodes.filter((node) => node !== undefined);
    return known.length === nodes.length
      ? approximated('One expectation for each element.', ...known)
      : skipped(UNREADABLE);
  }
  const found = readExpected(value, state, match);
  return found
    ? mapped(expectation({ ...base, assertion, ...textFields(found) }))
    : skipped(UNREADABLE);
}

function expectOther(
  base: Readonly<Record<string, unknown>>,
  { matcher, state, locator, isNegated }: Expecting & { locator: string },
  value: Code | undefined,
): Mapping {
  const { name } = matcher;
  if (name === 'to_be_attached') {
    const isWanted = isNegated === isOpposite(matcher.options);
    const node = { ...base, assertion: 'to_have_count', expected: 0, is_negated: isWanted };
    return mapped(expectation(node));
  }
  if (name === 'to_be_empty') {
    const [assertion, why] = isField(locator)
      ? ['to_have_value', 'Expects a field without a value.']
      : ['to_have_text', 'Expects no text. If it is a field, use to_have_value.'];
    return approximated(why, expectation({ ...base, assertion, expected: '' }));
  }
  if (name === 'to_be_focused') {
    const focused = `${locator}.and_(locator(":focus"))`;
    const node = {
      ...base,
      command: focused,
      assertion: 'to_have_count',
      expected: isNegated ? 0 : 1,
      is_negated: false,
    };
    return mapped(expectation(node));
  }
  if (name === 'to_be_in_viewport' || name === 'to_match_aria_snapshot') {
    const why =
      name === 'to_be_in_viewport'
        ? 'Expects it to be visible, anywhere on the page.'
        : 'Expects it to be visible; the snapshot is not compared.';
    return approximated(why, expectation({ ...base, assertion: 'to_be_visible' }));
  }
  const attribute = ownValue(attributes, name);
  const found =
    attribute === undefined
      ? undefined
      : readExpected(value, state, name === 'to_contain_class' ? 'contains' : 'equals');
  if (attribute !== undefined && found) {
    return mapped(
      expectation({ ...base, assertion: 'to_have_attribute', attribute, ...textFields(found) }),
    );
  }
  if (['to_be_defined', 'to_be_null', 'to_be_truthy', 'to_be_undefined'].includes(name)) {
    return approximated('It expects nothing of the page: a locator is always an object.');
  }
  return skipped(`Errand has no expectation for ${name}.`);
}

const attributes: Readonly<Record<string, string>> = {
  to_have_class: 'class',
  to_contain_class: 'class',
  to_have_id: 'id',
};
