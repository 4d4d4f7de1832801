import {
  approximated,
  mapped,
  type Mapping,
  type NodeDocument,
  skipped,
} from '../draft/mapping.ts';
import { callPage, countInto, extract, interact } from '../draft/nodes.ts';
import { readKeys } from './selenium-keys.ts';
import { readLocator } from './selenium-locators.ts';
import type { SeleniumCommand } from './selenium-command.ts';
import {
  bindVariables,
  isSecretCommand,
  namesIn,
  type SeleniumState,
  storeInto,
} from './selenium-state.ts';

/** A command with the locator of its element. */
interface ElementCommand extends SeleniumCommand {
  readonly locator: string;
  readonly state: SeleniumState;
}

type MapElement = (command: ElementCommand) => Mapping;

const click =
  (more: object): MapElement =>
  ({ locator: command }) =>
    mapped(interact('click_element', { command, ...more }));

const clickAt =
  (more: object): MapElement =>
  (command) => {
    const { locator, value } = command;
    if (value === '') return click(more)(command);
    const position = pointOf(value);
    if (!position) {
      return approximated(
        'Its point cannot be used: the centre is clicked.',
        interact('click_element', { command: locator, ...more }),
      );
    }
    return approximated(
      'The point counts from the top left corner of the element.',
      interact('click_element', { command: locator, ...more, position }),
    );
  };

function typed(command: ElementCommand, value: string): string {
  const { locator, targets, state } = command;
  if (value === '') return '';
  const [name, ...more] = namesIn(value);
  const isVariable = more.length === 0 && value === `\${${name}}`;
  // The text around a variable is part of the secret.
  const isKept = isVariable || !isSecretCommand(command);
  if (isKept && name !== undefined) return bindVariables(value, state);
  const others = targets
    .map((target) => readLocator(target, state))
    .filter((one) => one !== undefined);
  const text = name === undefined ? bindVariables(value, state) : value;
  return state.draft.names.type(text, { locator, others }).text;
}

const type: MapElement = (command) =>
  mapped(
    interact('input_text', { command: command.locator, input_text: typed(command, command.value) }),
  );

const sendKeys: MapElement = (command) =>
  readKeys(command.value, {
    command: command.locator,
    isSecret: isSecretCommand(command),
    type: (text) => typed(command, text),
  });

const select: MapElement = (command) => {
  const { locator, value, state } = command;
  const [, kind = 'label', text = value] = /^(label|value|id|index)=([^]*)$/.exec(value) ?? [];
  const wanted = bindVariables(text, state);
  if (kind === 'label' || kind === 'value') {
    return mapped(
      interact('select_option', { command: locator, select_values: [`${kind}=${wanted.trim()}`] }),
    );
  }
  const option =
    kind === 'index' && /^\d+$/.test(wanted)
      ? `option >> nth=${wanted}`
      : `option[id=${JSON.stringify(wanted)}]`;
  const name = state.draft.names.fresh('option_label');
  return approximated(
    'The label of the option is read first.',
    extract(`${locator}.locator(${JSON.stringify(option)})`, name),
    interact('select_option', { command: locator, select_values: [`label={${name}[0]}`] }),
  );
};

const store =
  (read: (command: ElementCommand, name: string) => NodeDocument): MapElement =>
  (command) => {
    if (command.value.trim() === '') return skipped('It names no variable.');
    return mapped(read(command, storeInto(command.value.trim(), command.state)));
  };

const drag: MapElement = ({ locator, value, state }) => {
  const destination = readLocator(value, state);
  if (destination === undefined) return skipped('The locator of its destination cannot be used.');
  return mapped(
    interact('drag_and_drop', { command: locator, destination: { command: destination } }),
  );
};

const press: MapElement = ({ locator, value, state }) => {
  state.pressed = { command: locator, at: value };
  return approximated('Done together with the release of the button.');
};

/** A press and a release at different points are a drag, at the same point a click. */
const release: MapElement = ({ locator, value, state }) => {
  const { pressed } = state;
  state.pressed = undefined;
  if (!pressed || (pressed.command === locator && pressed.at === value)) {
    return approximated('A click.', interact('click_element', { command: locator }));
  }
  const from = pointOf(pressed.at);
  const to = pointOf(value);
  return approximated(
    'A drag from where the button was pressed.',
    interact('drag_and_drop', {
      command: pressed.command,
      ...(from && { position: from }),
      destination: { command: locator, ...(to && { position: to }) },
    }),
  );
};

function pointOf(text: string): { x: number; y: number } | undefined {
  const [x = Number.NaN, y = Number.NaN] = text.split(',').map((part) => Number.parseFloat(part));
  return x >= 0 && y >= 0 ? { x, y } : undefined;
}

const move: MapElement = ({ name, locator, value, state }) => {
  if (state.pressed) return approximated('Part of a drag.');
  const node = interact('hover', { command: locator });
  const isCentre = name !== 'mouseMoveAt' || value === '';
  return isCentre ? mapped(node) : approximated('The pointer moves to the centre.', node);
};

/** Commands whose target is an element. */
export const elementActions: Readonly<Record<string, MapElement>> = {
  click: click({}),
  clickAt: clickAt({}),
  doubleClick: click({ double_click: true }),
  doubleClickAt: clickAt({ double_click: true }),
  contextMenu: click({ button: 'right' }),
  check: ({ locator: command }) => mapped(interact('check', { command })),
  uncheck: ({ locator: command }) => mapped(interact('uncheck', { command })),
  type,
  editContent: type,
  sendKeys,
  typeKeys: sendKeys,
  select,
  addSelection: (command) => ({
    ...select(command),
    outcome: 'approximated',
    why: 'Other options of the list are deselected.',
  }),
  removeSelection: () => skipped('Errand cannot deselect a single option of a list.'),
  mouseOver: ({ locator: command }) => mapped(interact('hover', { command })),
  mouseOut: () => approximated('The pointer leaves with the next step.'),
  mouseMove: move,
  mouseMoveAt: move,
  mouseDown: press,
  mouseDownAt: press,
  mouseUp: release,
  mouseUpAt: release,
  dragAndDropToObject: drag,
  dragAndDropToObjectAt: drag,
  submit: ({ locator }) =>
    approximated(
      'Runs as a Python script.',
      callPage(`${locator}.evaluate("form => form.requestSubmit()")`),
    ),
  storeText: store(({ locator }, name) => extract(locator, name)),
  storeValue: store(({ locator }, name) => extract(locator, name)),
  storeElementCount: store(({ locator }, name) => countInto(locator.replace(/\.first$/, ''), name)),
  storeXpathCount: store(({ locator }, name) => countInto(locator.replace(/\.first$/, ''), name)),
};
