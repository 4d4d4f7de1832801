import type { Code } from '../code/code.ts';
import {
  approximated,
  joinMappings,
  mapped,
  type Mapping,
  setup,
  skipped,
} from '../draft/mapping.ts';
import {
  callPage,
  interact,
  runJavaScript,
  screenshot,
  sleep,
  waitFor,
  waitForJavaScript,
} from '../draft/nodes.ts';
import { openAddress } from '../draft/open-address.ts';
import { isLoginName } from '../draft/parameter-names.ts';
import { setWindow } from '../draft/window-size.ts';
import {
  type Command,
  numberOption,
  plainArgument,
  booleanOption,
  typedArgument,
} from './command.ts';
import { screenshotName } from './element-commands.ts';
import { urlExpectation } from './expected-texts.ts';
import type { ScriptState } from './script-state.ts';
import { readNumber, resolveValue } from './script-values.ts';

type PageCommand = (command: Command) => Mapping;

const UNREADABLE = 'Its value is computed by program code.';
const WAITS_ITSELF = 'Errand waits by itself until what a step set in motion has ended.';

function goto(command: Command): Mapping {
  const { state } = command;
  const address = plainArgument(command, 0);
  if (address === undefined) return skipped('Its address is computed by program code.');
  const { url, why } = absoluteUrl(address, state.baseUrl, (value) =>
    state.draft.names.input('base_url', value),
  );
  const opened = openAddress(url, state.draft);
  return why === undefined ? opened : joinMappings([approximated(why), opened]);
}

/** Addresses without a host need the host from the test configuration. */
function absoluteUrl(
  address: string,
  baseUrl: string | undefined,
  declareBase: (value: string) => string,
): { url: string; why?: string } {
  if (/^(?:[a-z][a-z\d+.-]*:|\{)/i.test(address)) return { url: address };
  const base = declareBase((baseUrl ?? '').replace(/\/+$/, ''));
  const url = `${base}${address.startsWith('/') || address === '' ? address : `/${address}`}`;
  if (baseUrl !== undefined) return { url };
  return { url, why: 'The address has no host: pass it as the input base_url.' };
}

function typeKeys(command: Command): Mapping {
  const others = command.state.focused;
  const typed = typedArgument({ ...command, locator: 'keyboard', others }, command.values[0]);
  if (!typed) return skipped(UNREADABLE);
  return mapped(interact('input_text', { input_text: typed.text, fill_or_type: 'key_press' }));
}

/** The field after the user name is for the password. */
export function leaveField(state: ScriptState): void {
  state.focused = state.focused.some(isLoginName) ? ['password'] : [];
}

function clickPoint(command: Command): Mapping {
  const { values, state } = command;
  const [x, y] = values.map((value) => readNumber(value, state));
  if (x === undefined || y === undefined) return skipped(UNREADABLE);
  const isDouble = command.name === 'dblclick' || numberOption(command, 'click_count') === 2;
  const coordinates = [Math.round(x), Math.round(y)];
  return mapped(
    interact('click_element', { coordinates, ...(isDouble && { double_click: true }) }),
  );
}

function scrollWheel({ values, state }: Command): Mapping {
  const [x = 0, y = 0] = values.map((value) => readNumber(value, state));
  const nodes = [
    ...(y === 0 ? [] : [interact('scroll', { down: y > 0, amount: Math.abs(Math.round(y)) })]),
    ...(x === 0
      ? []
      : [
          interact('scroll', {
            direction: x > 0 ? 'right' : 'left',
            amount: Math.abs(Math.round(x)),
          }),
        ]),
  ];
  return mapped(...nodes);
}

function waitForUrl(command: Command): Mapping {
  const fields = urlExpectation(command.values[0], command.state);
  if (!fields) return approximated(WAITS_ITSELF);
  return fields.why === undefined
    ? mapped(waitFor(fields.fields))
    : approximated(fields.why, waitFor(fields.fields));
}

function evaluate(command: Command): Mapping {
  const { values, state, resultName } = command;
  const [script, argument] = values;
  const text = resolveValue(script, state);
  if (argument || (text?.kind !== 'text' && text?.kind !== 'function')) return skipped(UNREADABLE);
  if (text.kind === 'function') {
    return skipped(
      'It runs a JavaScript function in the page: write a python_script_action for it.',
    );
  }
  const name = resultName === undefined ? undefined : state.draft.names.variable(resultName);
  if (name !== undefined && resultName !== undefined) state.variables.set(resultName, name);
  return approximated('Runs as a Python script.', runJavaScript(text.text, name));
}

function setViewport({ values: [size], state }: Command): Mapping {
  const width = size?.kind === 'record' ? readNumber(size.entries.get('width'), state) : undefined;
  const height =
    size?.kind === 'record' ? readNumber(size.entries.get('height'), state) : undefined;
  if (width === undefined || height === undefined) return skipped(UNREADABLE);
  return setWindow(state.draft.settings, { width, height });
}

function closePage({ state, tab }: Command): Mapping {
  if (state.openTabs.length < 2) return setup('Errand closes the browser itself.');
  state.openTabs.splice(state.openTabs.indexOf(tab), 1);
  state.currentTab = undefined;
  return mapped(interact('close_current_tab', {}));
}

/** A script may give the promise a name, and wait for it after the step that opens the page. */
function waitForNavigation({ name, state, resultName }: Command): Mapping {
  if (resultName !== undefined) {
    const steps = [{ name, values: [], options: new Map<string, Code>() }];
    state.values.set(resultName, { kind: 'chain', head: 'page', steps });
  }
  return { ...mapped(), why: WAITS_ITSELF };
}

const noEffect: PageCommand = () => approximated(WAITS_ITSELF);
const ofNetwork: PageCommand = ({ name }) =>
  skipped(`Errand does not change the page's requests or scripts (${name}).`);

/** Methods of a Playwright page. */
export const pageCommands: Readonly<Record<string, PageCommand>> = {
  goto,
  reload: () => approximated('Runs as a Python script.', callPage('reload()')),
  go_back: () => mapped(interact('go_back', {})),
  go_forward: () => approximated('Runs as a Python script.', callPage('go_forward()')),
  close: closePage,
  bring_to_front: () => mapped(),
  pause: () => approximated('A pause for the developer is left out.'),
  set_viewport_size: setViewport,
  set_default_timeout: () => approximated('Steps have their own time-outs.'),
  set_default_navigation_timeout: () => approximated('Steps have their own time-outs.'),
  wait_for_timeout: ({ values: [value], state }) => {
    const milliseconds = readNumber(value, state);
    return milliseconds === undefined ? skipped(UNREADABLE) : mapped(sleep(milliseconds / 1000));
  },
  wait_for_load_state: () => ({ ...mapped(), why: WAITS_ITSELF }),
  wait_for_navigation: waitForNavigation,
  expect_navigation: () => ({ ...mapped(), why: WAITS_ITSELF }),
  wait_for_url: waitForUrl,
  wait_for_response: noEffect,
  wait_for_request: noEffect,
  wait_for_event: noEffect,
  wait_for_function: ({ values: [script], state }) => {
    const text = resolveValue(script, state);
    if (text?.kind !== 'text') return skipped(UNREADABLE);
    return approximated('Runs as a Python script.', waitForJavaScript(text.text, 30_000));
  },
  evaluate,
  screenshot: (command) =>
    mapped(screenshot(screenshotName(command), booleanOption(command, 'full_page'))),
  route: ofNetwork,
  unroute: ofNetwork,
  add_init_script: ofNetwork,
  set_extra_http_headers: ofNetwork,
  add_locator_handler: () =>
    skipped('Errand has no handlers for overlays: add an optional step (skip_prompt).'),
  'keyboard.press': (command) => {
    const key = plainArgument(command, 0);
    if (key === 'Tab') leaveField(command.state);
    return key === undefined ? skipped(UNREADABLE) : mapped(interact('key_press', { type: key }));
  },
  'keyboard.type': typeKeys,
  'keyboard.insert_text': typeKeys,
  'mouse.click': clickPoint,
  'mouse.dblclick': clickPoint,
  'mouse.move': ({ values, state }) => {
    const [x, y] = values.map((value) => readNumber(value, state));
    if (x === undefined || y === undefined) return skipped(UNREADABLE);
    return mapped(interact('hover', { coordinates: [Math.round(x), Math.round(y)] }));
  },
  'mouse.wheel': scrollWheel,
};
