import { asNumber, asObject, asPlain, asText, isPlain, member } from '../draft/json.ts';
import {
  approximated,
  mapped,
  type Mapping,
  type NodeDocument,
  skipped,
} from '../draft/mapping.ts';
import { waitFor } from '../draft/nodes.ts';
import type { FlowStep } from './flow-state.ts';

/**
 * Maps a wait for elements, their number, attributes and properties. `visible: false` waits until
 * the condition as a whole is false: the format never looks at visibility.
 */
export function mapWait({ step, command }: FlowStep): Mapping {
  if (command === undefined) return skipped('None of its selectors can be used.');
  const timeout = asNumber(member(step, 'timeout'));
  const base = {
    ...(timeout !== undefined && timeout >= 0 && { timeout: Math.min(86_400, timeout / 1000) }),
  };
  const attributes = Object.entries(asObject(member(step, 'attributes')) ?? {});
  const properties = Object.entries(asObject(member(step, 'properties')) ?? {});
  const isNegated = member(step, 'visible') === false;
  if (isNegated && attributes.length + properties.length > 0) {
    return skipped('It waits until its elements, attributes or properties are not as given.');
  }
  const first = presence(step, command);
  if (first.skipped !== undefined) return skipped(first.skipped);
  const others = [
    ...attributes.map(([name, value]) => attributeWait(name, value, { ...base, command })),
    ...properties.map(([name, value]) => propertyWait(name, value, { ...base, command })),
  ];
  const nodes = [
    ...(first.fields ? [waitFor({ ...base, ...first.fields })] : []),
    ...others.filter((node) => node !== undefined),
  ];
  const whys = [
    ...(first.why === undefined ? [] : [first.why]),
    ...(others.includes(undefined) ? ['Some of its properties are ignored.'] : []),
    ...(others.length > 0 && !isOne(step) ? ['Only one element may match.'] : []),
    ...(properties.some(([name]) => texts.has(name)) ? ['White space in texts is collapsed.'] : []),
  ];
  return whys.length === 0 ? mapped(...nodes) : approximated(whys.join(' '), ...nodes);
}

const texts = new Set(['innerText', 'textContent']);

const isOne = (step: unknown): boolean =>
  member(step, 'operator') === '==' && (asNumber(member(step, 'count')) ?? 1) === 1;

interface Presence {
  readonly fields?: Record<string, unknown>;
  readonly why?: string;
  readonly skipped?: string;
}

/** Writes the comparison of the number of elements as an expected number. */
function presence(step: unknown, given: string): Presence {
  const command = given.replace(/\.first$/, '');
  const isNegated = member(step, 'visible') === false;
  const count = Math.trunc(asNumber(member(step, 'count')) ?? 1);
  const operator = asText(member(step, 'operator')) ?? '>=';
  if (operator === '==') {
    if (count < 0) return never(isNegated);
    return { fields: { command, ...countOf(count, isNegated) } };
  }
  // `<= n` is the opposite of `>= n + 1`.
  const least = operator === '<=' ? count + 1 : count;
  const isAtLeast = (operator === '<=') === isNegated;
  if (least <= 0) return never(isAtLeast);
  const nth = least === 1 ? command : `${command}.nth(${least - 1})`;
  return { fields: { command: nth, ...countOf(0, isAtLeast) } };
}

const countOf = (expected: number, isNegated: boolean): object => ({
  assertion: 'to_have_count',
  expected,
  ...(isNegated && { is_negated: true }),
});

/** A comparison that any number of elements meets, or that none does. */
const never = (isAlwaysMet: boolean): Presence =>
  isAlwaysMet
    ? { why: 'It waits for no element: any number of them is enough.' }
    : { skipped: 'No number of elements meets it.' };

function attributeWait(
  attribute: string,
  value: unknown,
  base: Readonly<Record<string, unknown>>,
): NodeDocument {
  const expected = asText(value) ?? JSON.stringify(value);
  return waitFor({ ...base, assertion: 'to_have_attribute', attribute, expected });
}

function propertyWait(
  name: string,
  value: unknown,
  base: Readonly<Record<string, unknown>>,
): NodeDocument | undefined {
  if (!isPlain(value)) return undefined;
  const text = asPlain(value);
  if (texts.has(name)) {
    return waitFor({ ...base, assertion: 'to_have_text', expected: text });
  }
  if (name === 'value') return waitFor({ ...base, assertion: 'to_have_value', expected: text });
  const isBoolean = typeof value === 'boolean';
  if (isBoolean && (name === 'checked' || name === 'disabled')) {
    return waitFor({ ...base, assertion: `to_be_${name}`, is_negated: !value });
  }
  return undefined;
}
