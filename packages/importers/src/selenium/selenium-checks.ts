import {
  approximated,
  mapped,
  type Mapping,
  type NodeDocument,
  skipped,
} from '../draft/mapping.ts';
import { expectation, waitFor } from '../draft/nodes.ts';
import { ownValue } from '../draft/own-value.ts';
import type { SeleniumCommand } from './selenium-command.ts';
import { bindVariables, type SeleniumState } from './selenium-state.ts';
import { readLocator } from './selenium-locators.ts';

type Fields = Record<string, unknown>;

/** Expectations by what follows `assert`, `verify` or `waitFor`; the value is bound already. */
const checks: Readonly<Record<string, (value: string) => Fields>> = {
  Checked: () => ({ assertion: 'to_be_checked' }),
  NotChecked: () => ({ assertion: 'to_be_checked', is_negated: true }),
  Editable: () => ({ assertion: 'to_be_editable' }),
  ElementEditable: () => ({ assertion: 'to_be_editable' }),
  NotEditable: () => ({ assertion: 'to_be_editable', is_negated: true }),
  ElementNotEditable: () => ({ assertion: 'to_be_editable', is_negated: true }),
  ElementPresent: () => ({ assertion: 'to_have_count', expected: 0, is_negated: true }),
  ElementNotPresent: () => ({ assertion: 'to_have_count', expected: 0 }),
  ElementVisible: () => ({ assertion: 'to_be_visible' }),
  Visible: () => ({ assertion: 'to_be_visible' }),
  ElementNotVisible: () => ({ assertion: 'to_be_hidden' }),
  NotVisible: () => ({ assertion: 'to_be_hidden' }),
  Text: (expected) => ({ assertion: 'to_have_text', expected }),
  NotText: (expected) => ({ assertion: 'to_have_text', expected, is_negated: true }),
  Value: (expected) => ({ assertion: 'to_have_value', expected }),
  NotValue: (expected) => ({ assertion: 'to_have_value', expected, is_negated: true }),
  SelectedValue: (expected) => ({ assertion: 'to_have_value', expected }),
  NotSelectedValue: (expected) => ({ assertion: 'to_have_value', expected, is_negated: true }),
};
/** Checks of the chosen option of a list. */
const ofOption: Readonly<Record<string, boolean>> = {
  SelectedLabel: false,
  NotSelectedLabel: true,
};

/** Maps `assert...`, `verify...` and `waitFor...`; undefined for other commands. */
export function mapCheck(command: SeleniumCommand, state: SeleniumState): Mapping | undefined {
  const [, verb = '', what = ''] = /^(assert|verify|waitFor)(\w*)$/.exec(command.name) ?? [];
  if (verb === '') return undefined;
  const toNode = verb === 'waitFor' ? waitFor : expectation;
  if (what === 'Title') {
    const expected = bindVariables(command.target, state);
    return mapped(toNode({ assertion: 'to_have_title', expected }));
  }
  if (what === '') return mapVariableCheck(command, state);
  const negated = ownValue(ofOption, what);
  const check = ownValue(checks, what);
  if (negated === undefined && !check) return undefined;
  const locator = readLocator(command.target, state);
  if (locator === undefined) return skipped('Its locator cannot be used.');
  if (verb === 'waitFor' && what !== 'Text' && command.value.includes('${')) {
    return withoutTimeout(mapCheck({ ...command, value: '' }, state));
  }
  const value = bindVariables(command.value, state);
  if (negated !== undefined) {
    const option = `${locator}.locator("option:checked")`;
    return mapped(
      toNode({
        command: option,
        assertion: 'to_have_text',
        expected: value,
        ...(negated && { is_negated: true }),
      }),
    );
  }
  const fields = check?.(value) ?? {};
  const isPresence = fields['assertion'] === 'to_have_count';
  const node = { command: isPresence ? locator.replace(/\.first$/, '') : locator, ...fields };
  return mapped(toNode(withTimeout(node, verb, command)));
}

/** The value of a wait is its timeout in milliseconds, or a string followed by the timeout. */
function withTimeout(fields: Fields, verb: string, { value, name }: SeleniumCommand): Fields {
  const milliseconds = /^\s*\d+\s*$/.test(value) ? Number(value) : undefined;
  if (verb !== 'waitFor' || name === 'waitForText' || milliseconds === undefined) return fields;
  return { ...fields, timeout: Math.min(86_400, milliseconds / 1000) };
}

const withoutTimeout = (mapping: Mapping | undefined): Mapping | undefined =>
  mapping?.outcome === 'mapped'
    ? approximated(
        'Its timeout is a variable: it waits as long as other steps do.',
        ...mapping.nodes,
      )
    : mapping;

/** `assert | variable | value` fails unless the variable has the value. */
function mapVariableCheck(command: SeleniumCommand, state: SeleniumState): Mapping {
  const placeholder = bindVariables(`\${${command.target.replace(/^\$\{(.*)\}$/, '$1')}}`, state);
  const expected = bindVariables(command.value, state);
  const right = /^\{\w+\[\w+\]\}$/.test(expected) ? `str(${expected})` : JSON.stringify(expected);
  const isBoolean = /^(?:true|false)$/.test(expected);
  const left = isBoolean ? `str(${placeholder}).lower()` : `str(${placeholder})`;
  const fail: NodeDocument = {
    type: 'action_node',
    fail_state_action: {
      failure_message: `The variable ${command.target.slice(0, 80)} has another value.`,
    },
  };
  return mapped({ type: 'if_else_node', condition: `${left} != ${right}`, if_nodes: [fail] });
}
