import type { Code } from '../code/code.ts';
import { approximated, mapped, type Mapping, skipped } from '../draft/mapping.ts';
import { interact, screenshot, waitFor } from '../draft/nodes.ts';
import {
  booleanOption,
  type Command,
  numberOption,
  plainArgument,
  pointOf,
  textOption,
  typedArgument,
} from './command.ts';
import { readNumber, readPlain, resolveValue } from './script-values.ts';
import { resolveChain } from './script-state.ts';
import { printLocator, splitChain } from './print-locator.ts';
import { fileNames, uploadOf } from './uploads.ts';

type ElementCommand = (command: Command & { readonly locator: string }) => Mapping;

const modifierNames = new Set(['Alt', 'Control', 'ControlOrMeta', 'Meta', 'Shift']);
const UNREADABLE = 'Its value is computed by program code.';

function click(command: Command & { locator: string }, more: object = {}): Mapping {
  const { locator, options, state } = command;
  const names = options.get('modifiers');
  const modifiers =
    names?.kind === 'list'
      ? names.elements
          .flatMap((one) => (one.kind === 'text' ? one.text : []))
          .filter((name) => modifierNames.has(name))
      : [];
  const position = pointOf(options.get('position'), state);
  const delay = numberOption(command, 'delay') ?? 0;
  const button = textOption(command, 'button');
  const isDouble = numberOption(command, 'click_count') === 2 || 'double_click' in more;
  if (state.isChooserPending) {
    state.isChooserPending = false;
    state.chooserLocator = locator;
    return mapped();
  }
  const node = interact('click_element', {
    command: locator,
    ...more,
    ...(isDouble && { double_click: true }),
    ...(button !== undefined && button !== 'left' && { button }),
    ...(modifiers.length > 0 && { modifiers }),
    ...(position && { position }),
    ...(delay > 0 && !isDouble && { hold_seconds: Math.min(60, delay / 1000) }),
    ...(booleanOption(command, 'force') && { force: true }),
  });
  const isTriple = (numberOption(command, 'click_count') ?? 1) > 2;
  return isTriple ? approximated('Errand clicks at most twice.', node) : mapped(node);
}

function fill(command: Command & { locator: string }, more: object = {}): Mapping {
  const typed = typedArgument(command, command.values[0]);
  if (!typed) return skipped(UNREADABLE);
  const node = { command: command.locator, input_text: typed.text, ...more };
  return mapped(interact('input_text', node));
}

function selectOption(command: Command & { locator: string }): Mapping {
  const { locator, values, options, state } = command;
  const [given] = values;
  const wanted = [
    ...optionTexts(given?.kind === 'record' ? undefined : given, state),
    ...['value', 'label'].flatMap((name) =>
      optionTexts(options.get(name), state).map((text) => `${name}=${text}`),
    ),
  ];
  if (wanted.length > 0) {
    return mapped(interact('select_option', { command: locator, select_values: wanted }));
  }
  const index = readNumber(options.get('index'), state);
  if (index === undefined) return skipped(UNREADABLE);
  const name = state.draft.names.fresh('option_label');
  return approximated(
    'The option is found by its position.',
    ...selectByIndex(locator, index, name),
  );
}

/** Reads the option's label first, then selects the option by it. */
function selectByIndex(locator: string, index: number, name: string) {
  const option = `${locator}.locator("option").nth(${index})`;
  return [
    {
      type: 'action_node',
      extraction_action: {
        locator: {
          command: option,
          output_variable_name: name,
          extraction_format: { [name]: 'str' },
        },
      },
    },
    interact('select_option', { command: locator, select_values: [`label={${name}[0]}`] }),
  ];
}

function optionTexts(code: Code | undefined, state: Command['state']): string[] {
  const value = resolveValue(code, state);
  if (value?.kind === 'list') return value.elements.flatMap((one) => optionTexts(one, state));
  if (value?.kind === 'record') {
    return ['value', 'label'].flatMap((name) =>
      optionTexts(value.entries.get(name), state).map((text) => `${name}=${text}`),
    );
  }
  const text = readPlain(code, state);
  return text === undefined ? [] : [text];
}

function waitForState(command: Command & { locator: string }): Mapping {
  const { locator } = command;
  const state = textOption(command, 'state') ?? 'visible';
  const timeout = numberOption(command, 'timeout');
  const longest = timeout === undefined ? {} : { timeout: timeout / 1000 };
  if (state === 'visible' || state === 'hidden') {
    return mapped(waitFor({ command: locator, assertion: `to_be_${state}`, ...longest }));
  }
  const isNegated = state === 'attached';
  const count = { command: locator, assertion: 'to_have_count', expected: 0, ...longest };
  return mapped(waitFor({ ...count, ...(isNegated && { is_negated: true }) }));
}

function dragTo(command: Command & { locator: string }): Mapping {
  const { locator, values, options, state } = command;
  const [target] = values;
  const chain = target?.kind === 'chain' ? resolveChain(target, state) : undefined;
  const destination = chain ? printLocator(splitChain(chain.steps).finding, state) : undefined;
  const selector = destination ?? selectorLocator(command);
  if (selector === undefined) return skipped(UNREADABLE);
  const from = pointOf(options.get('source_position'), state);
  const to = pointOf(options.get('target_position'), state);
  return mapped(
    interact('drag_and_drop', {
      command: locator,
      ...(from && { position: from }),
      destination: { command: selector, ...(to && { position: to }) },
    }),
  );
}

function selectorLocator(command: Command): string | undefined {
  const selector = plainArgument(command, 0);
  return selector === undefined ? undefined : `locator(${JSON.stringify(selector)})`;
}

function setFiles({ locator, values, state }: Command & { locator: string }): Mapping {
  return uploadOf(locator, fileNames(values[0], state));
}

function evaluate(command: Command & { locator: string }): Mapping {
  return skipped(
    `It runs JavaScript on an element: write a python_script_action for it (${command.name}).`,
  );
}

function dispatch(command: Command & { locator: string }): Mapping {
  const event = plainArgument(command, 0);
  if (event === 'click')
    return approximated(
      'A real click instead of an event.',
      interact('click_element', { command: command.locator, force: true }),
    );
  return skipped(
    `Errand does not send synthetic events${event === undefined ? '' : ` (${event})`}.`,
  );
}

/** A box, or what the pointer rests on: Errand takes the middle of it. */
function atMiddle(
  kind: 'check' | 'uncheck' | 'hover',
  { locator, options }: Parameters<ElementCommand>[0],
): Mapping {
  const node = interact(kind, { command: locator });
  return options.has('position')
    ? approximated('It uses the middle of the element.', node)
    : mapped(node);
}

/** Methods of a Playwright locator. */
export const elementCommands: Readonly<Record<string, ElementCommand>> = {
  click: (command) => click(command),
  tap: (command) => click(command),
  dblclick: (command) => click(command, { double_click: true }),
  fill: (command) => fill(command),
  clear: ({ locator }) => mapped(interact('input_text', { command: locator, input_text: '' })),
  type: (command) => fill(command, { fill_or_type: 'type' }),
  press_sequentially: (command) => fill(command, { fill_or_type: 'type' }),
  press: (command) => {
    const key = plainArgument(command, 0);
    if (key === undefined) return skipped(UNREADABLE);
    return mapped(interact('key_press', { command: command.locator, type: key }));
  },
  check: (command) => atMiddle('check', command),
  uncheck: (command) => atMiddle('uncheck', command),
  set_checked: ({ locator, values: [given], state }) => {
    const value = resolveValue(given, state);
    return value?.kind === 'boolean'
      ? mapped(interact(value.isTrue ? 'check' : 'uncheck', { command: locator }))
      : skipped(UNREADABLE);
  },
  select_option: selectOption,
  hover: (command) => atMiddle('hover', command),
  focus: ({ locator }) =>
    approximated(
      'Brings the element into view; the next step on it gives it the focus.',
      interact('scroll', { command: locator, to_element: true }),
    ),
  blur: ({ locator }) =>
    approximated(
      'Presses Tab to leave the element.',
      interact('key_press', { command: locator, type: 'Tab' }),
    ),
  scroll_into_view_if_needed: ({ locator }) =>
    mapped(interact('scroll', { command: locator, to_element: true })),
  set_input_files: setFiles,
  drag_to: dragTo,
  wait_for: waitForState,
  dispatch_event: dispatch,
  evaluate,
  evaluate_all: evaluate,
  highlight: () => approximated('Marks an element for the developer only.'),
  screenshot: (command) =>
    approximated(
      'Takes the whole page instead of one element.',
      screenshot(screenshotName(command), false),
    ),
  select_text: ({ locator }) =>
    approximated(
      'Selects by Control+A.',
      interact('key_press', { command: locator, type: ['ctrl', 'a'] }),
    ),
};

/** Returns the file name without its folders. */
export function screenshotName(command: Command): string {
  const path = textOption(command, 'path') ?? 'screenshot.png';
  return path.split(/[/\\]/).at(-1)?.trim() || 'screenshot.png';
}
