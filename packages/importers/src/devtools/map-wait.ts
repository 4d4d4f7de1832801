import { asNumber, asText, asObject, member } from '../draft/json.ts';
import {
  approximated,
  mapped,
  type Mapping,
  type NodeDocument,
  skipped,
} from '../draft/mapping.ts';
import { waitFor } from '../draft/nodes.ts';
import type { FlowStep } from './map-step.ts';

/** Maps a wait for elements, their number, attributes and properties. */
export function mapWait({ step, command }: FlowStep): Mapping {
  if (command === undefined) return skipped('None of its selectors can be used.');
  const timeout = asNumber(member(step, 'timeout'));
  const base = {
    ...(timeout !== undefined && timeout >= 0 && { timeout: Math.min(86_400, timeout / 1000) }),
  };
  const first = presence(step, command);
  const attributes = Object.entries(asObject(member(step, 'attributes')) ?? {}).map(
    ([attribute, value]): NodeDocument =>
      waitFor({
        ...base,
        command,
        assertion: 'to_have_attribute',
        attribute,
        expected: asText(value) ?? JSON.stringify(value),
      }),
  );
  const properties = Object.entries(asObject(member(step, 'properties')) ?? {}).map(
    ([name, value]) => propertyWait(name, value, { ...base, command }),
  );
  const nodes = [
    ...(first.fields ? [waitFor({ ...base, ...first.fields })] : []),
    ...attributes,
    ...properties.filter((node) => node !== undefined),
  ];
  const whys = [
    ...(first.why === undefined ? [] : [first.why]),
    ...(properties.includes(undefined) ? ['Some of its properties are ignored.'] : []),
  ];
  return whys.length === 0 ? mapped(...nodes) : approximated(whys.join(' '), ...nodes);
}

function presence(
  step: unknown,
  command: string,
): { fields?: Record<string, unknown>; why?: string } {
  const isHidden = member(step, 'visible') === false;
  const count = asNumber(member(step, 'count'));
  const operator = asText(member(step, 'operator')) ?? '>=';
  const state = isHidden ? 'to_be_hidden' : 'to_be_visible';
  if (count === undefined || (count === 1 && operator === '>=')) {
    return { fields: { command: isHidden ? command : `${command}.first`, assertion: state } };
  }
  if (operator === '>=' && count <= 0) {
    return { why: 'It waits for no element: any number of them is enough.' };
  }
  if (operator === '==' || count === 0) {
    const expected = Math.max(0, Math.trunc(count));
    return { fields: { command, assertion: 'to_have_count', expected } };
  }
  const index = Math.max(0, Math.trunc(count) - (operator === '>=' ? 1 : 0));
  return {
    fields: {
      command: `${command}.nth(${index})`,
      assertion: operator === '>=' ? state : 'to_be_hidden',
    },
    why: 'The number is checked by the last element that counts.',
  };
}

function propertyWait(
  name: string,
  value: unknown,
  base: Readonly<Record<string, unknown>>,
): NodeDocument | undefined {
  const text = asText(value) ?? String(value);
  if (['textContent', 'innerText'].includes(name)) {
    return waitFor({ ...base, assertion: 'to_have_text', expected: text });
  }
  if (name === 'value') return waitFor({ ...base, assertion: 'to_have_value', expected: text });
  const isBoolean = typeof value === 'boolean';
  if (isBoolean && (name === 'checked' || name === 'disabled')) {
    return waitFor({ ...base, assertion: `to_be_${name}`, is_negated: !value });
  }
  return undefined;
}
