import { asList, asNumber, asObject, asText, member } from '../draft/json.ts';
import { approximated, mapped, type Mapping, setup, skipped } from '../draft/mapping.ts';
import { callPage, interact, runJavaScript, screenshot, sleep } from '../draft/nodes.ts';
import { openAddress } from '../draft/open-address.ts';
import { ownValue } from '../draft/own-value.ts';
import { isLoginName, isSecretName } from '../draft/parameter-names.ts';
import { callWeb, increase, insertData, saveText } from './automa-data.ts';
import { bindReferences, dataText } from './automa-references.ts';
import { type AutomaState, noteErrors, withNotes } from './automa-state.ts';
import { readTarget } from './automa-target.ts';

type MapBlock = (data: unknown, state: AutomaState) => Mapping;

const noElement = skipped('Its selector cannot be used.');

const onElement =
  (map: (command: string, data: unknown, state: AutomaState) => Mapping): MapBlock =>
  (data, state) => {
    const command = readTarget({ ...asObject(data), multiple: false }, state);
    if (command === undefined) return noElement;
    const mapping = map(command, data, state);
    const many =
      member(data, 'multiple') === true ? 'It acts on the first of several elements.' : undefined;
    const joined = { ...mapping, candidates: [command] };
    if (many === undefined || joined.outcome === 'skipped') return joined;
    return {
      ...joined,
      outcome: 'approximated',
      why: [joined.why, many].filter(Boolean).join(' '),
    };
  };

/** Events that typing, choosing and leaving a field send. */
const sentByItself = new Set(['blur', 'change', 'focus', 'input', 'keydown', 'keyup']);

const openTab: MapBlock = (data, state) => {
  const url = dataText(data, 'url', state).trim();
  state.frame = '';
  const isSame = member(data, 'updatePrevTab') === true;
  return openAddress(url, state.draft, isSame ? {} : { new_tab: true });
};

function fillForm(command: string, data: unknown, state: AutomaState): Mapping {
  const type = asText(member(data, 'type')) ?? 'text-field';
  if (member(data, 'getValue') === true) return saveText(command, data, state);
  state.focused = command;
  if (type === 'checkbox' || type === 'radio') {
    return mapped(interact(member(data, 'selected') === false ? 'uncheck' : 'check', { command }));
  }
  const raw = asText(member(data, 'value')) ?? '';
  if (type === 'select') return selectOption(command, data, bindReferences(raw, state));
  const node = interact('input_text', { command, input_text: typedText(raw, command, state) });
  return member(data, 'clearValue') === false
    ? approximated('It replaces the text of the field.', node)
    : mapped(node);
}

/** Returns what is typed into a field, as a placeholder unless it refers to variables. */
function typedText(raw: string, command: string, state: AutomaState): string {
  const isReference = /^\{\{[^{}]*\}\}$/.test(raw);
  // The text around a reference is part of the secret.
  const isSecret = isSecretName(command);
  const isKept = isReference || !isSecret;
  const isComposed = raw === '' || (isKept && (raw.includes('{{') || raw.startsWith('!!')));
  if (isComposed) return bindReferences(raw, state, { unknown: isSecret ? 'secret' : 'input' });
  return state.draft.names.type(raw, { locator: command }).text;
}

function selectOption(command: string, data: unknown, value: string): Mapping {
  const by = asText(member(data, 'selectOptionBy')) ?? 'value';
  if (by === 'value') return mapped(interact('select_option', { command, select_values: [value] }));
  return skipped('Errand selects options by their value or label, not by their position.');
}

const press: MapBlock = (data, state) => {
  const command = readTarget(data, state);
  const at = command === undefined ? {} : { command };
  const isMany = member(data, 'action') === 'multiple-keys';
  const raw = asText(member(data, isMany ? 'keysToPress' : 'keys')) ?? '';
  if (raw === '') return skipped('It has no keys.');
  if (command !== undefined) state.focused = command;
  // The field after the user name is for the password.
  if (!isMany && /^tab$/i.test(raw)) {
    state.focused = isLoginName(state.focused) ? 'get_by_label("password")' : '';
  }
  if (!isMany) return mapped(interact('key_press', { ...at, type: bindReferences(raw, state) }));
  const text = typedText(raw, command ?? state.focused, state);
  return mapped(interact('input_text', { ...at, input_text: text, fill_or_type: 'key_press' }));
};

function scrollTo(command: string, data: unknown): Mapping {
  if (member(data, 'scrollIntoView') === true) {
    return mapped(interact('scroll', { command, to_element: true }));
  }
  const down = Math.round(
    asNumber(member(data, 'scrollY')) ?? Number(asText(member(data, 'scrollY')) ?? 0),
  );
  if (!Number.isFinite(down) || down === 0) return approximated('It scrolls nowhere.');
  const node = interact('scroll', { command, down: down > 0, amount: Math.abs(down) });
  return approximated('Turns the wheel by that distance.', node);
}

const enterFrame: MapBlock = (data, state) => {
  state.frame = '';
  if (member(data, 'windowType') === 'main-frame') return mapped();
  const selector = dataText(data, 'selector', state).trim();
  if (selector === '') return noElement;
  state.frame = `frame_locator(${JSON.stringify(selector)}).`;
  return mapped();
};

const blocks: Readonly<Record<string, MapBlock>> = {
  trigger: () => setup('How it is started is chosen when a task is submitted.'),
  note: () => ({ ...mapped(), why: 'A note.' }),
  'new-tab': openTab,
  'new-window': openTab,
  'active-tab': () => approximated('It begins on the tab that is open.'),
  'switch-tab': (data, state) => {
    state.frame = '';
    const index = asNumber(member(data, 'tabIndex'));
    const isIndex = member(data, 'findTabBy') === 'tab-index' && index !== undefined;
    return isIndex
      ? mapped(interact('switch_tab', { tab_index: Math.trunc(index) }))
      : skipped('Errand selects tabs by their position.');
  },
  'close-tab': (data, state) => {
    const isWindow = member(data, 'closeType') === 'window';
    if (isWindow || member(data, 'activeTab') === false) {
      return skipped('Errand closes only the current tab.');
    }
    state.frame = '';
    return mapped(interact('close_current_tab', {}));
  },
  'go-back': () => mapped(interact('go_back', {})),
  'forward-page': () => approximated('Runs as a Python script.', callPage('go_forward()')),
  'reload-tab': () => approximated('Runs as a Python script.', callPage('reload()')),
  'event-click': onElement((command, _data, state) => {
    state.focused = command;
    return mapped(interact('click_element', { command }));
  }),
  link: onElement((command, data) => {
    const node = interact('click_element', { command });
    return mapped(member(data, 'openInNewTab') === true ? { ...node, expect_new_tab: true } : node);
  }),
  forms: onElement(fillForm),
  'get-text': onElement((command, data, state) => saveText(command, data, state)),
  'attribute-value': onElement((command, data, state) => {
    const name = asText(member(data, 'attributeName')) ?? '';
    const isRead = (asText(member(data, 'action')) ?? 'get') === 'get';
    return isRead && name !== ''
      ? saveText(command, data, state)
      : skipped('Errand does not write attributes.');
  }),
  'press-key': press,
  'trigger-event': onElement((command, data) => {
    const name = asText(member(data, 'eventName')) ?? '';
    if (name === 'click' || name === 'dblclick') {
      const isDouble = name === 'dblclick';
      const more = { force: true, ...(isDouble && { double_click: true }) };
      const why = 'A real click instead of an event.';
      return approximated(why, interact('click_element', { command, ...more }));
    }
    return sentByItself.has(name)
      ? approximated('Errand acts like a person: its other steps send such events.')
      : skipped('Errand does not send synthetic events.');
  }),
  'wait-connections': () => approximated('Errand waits by itself for what a step set in motion.'),
  'hover-element': onElement((command) => mapped(interact('hover', { command }))),
  'element-scroll': onElement((command, data) => scrollTo(command, data)),
  'upload-file': onElement((command, data, state) => {
    const paths = asList(member(data, 'filePaths')).map((path) => asText(path) ?? '');
    const names = paths.flatMap((path) => bindReferences(path, state).split(/[/\\]/).at(-1) || []);
    const files = names.map((input_file) => ({ input_file }));
    if (files.length === 0) return skipped('It names no files.');
    return approximated(
      'Tasks supply the files as input files.',
      interact('upload_file', { command, files }),
    );
  }),
  delay: (data, state) => {
    const time = asNumber(member(data, 'time')) ?? Number(dataText(data, 'time', state));
    return Number.isFinite(time) && time >= 0
      ? mapped(sleep(time / 1000))
      : skipped('Its time is not a number.');
  },
  'take-screenshot': (data, state) => {
    const name = dataText(data, 'fileName', state) || 'screenshot';
    const ending = asText(member(data, 'ext')) ?? 'png';
    const isFull = member(data, 'fullPage') === true || member(data, 'type') === 'fullpage';
    const file = /\.\w+$/.test(name) ? name : `${name}.${ending}`;
    const node = screenshot(file.replaceAll(/[/\\]/g, '-'), isFull);
    return member(data, 'type') === 'element'
      ? approximated('It captures the visible part of the page, not only the element.', node)
      : mapped(node);
  },
  'javascript-code': (data) => {
    const code = asText(member(data, 'code')) ?? '';
    const isDone = /\bautomaNextBlock\(\s*\);?\s*$/;
    const isOwn = /\bautoma\w*\s*\(/.test(code.replace(isDone, ''));
    if (code.trim() === '' || isOwn) return skipped('It calls functions of the extension.');
    const script = `(function () { function automaNextBlock() {} ${code}\n })()`;
    return approximated('Runs in the page, through a Python script.', runJavaScript(script));
  },
  'insert-data': insertData,
  'increase-variable': increase,
  webhook: callWeb,
  'switch-to': enterFrame,
  'handle-dialog': (data, state) => {
    const text = dataText(data, 'promptText', state);
    const accept = member(data, 'accept') !== false;
    const dialog = { accept, ...(accept && text !== '' && { text }) };
    const { settings } = state.draft;
    const before = settings['dialog'];
    const isOther = before !== undefined && JSON.stringify(before) !== JSON.stringify(dialog);
    settings['dialog'] = dialog;
    return isOther
      ? approximated('Its answer replaces that of an earlier block in the whole run.')
      : mapped();
  },
  'loop-breakpoint': (data, { loops }) => {
    if (!loops.has(asText(member(data, 'loopId')) ?? '')) return skipped('Its loop is left out.');
    return member(data, 'clearLoop') === true
      ? approximated('Errand does not stop the loop here: it goes on with the next item.')
      : { ...mapped(), why: 'The end of its loop.' };
  },
};

/** Whether a block does nothing: Automa continues at its first output. */
export const isSwitchedOff = (data: unknown): boolean => member(data, 'disableBlock') === true;

/** Maps a block with a single output. */
export function mapBlock(label: string, data: unknown, state: AutomaState): Mapping {
  if (isSwitchedOff(data)) return { ...mapped(), why: 'It is switched off.' };
  const map = ownValue(blocks, label);
  const mapping =
    map?.(data, state) ??
    skipped(`Errand has no step for ${label.slice(0, 60) || 'a block without a kind'}.`);
  noteErrors(data, state);
  return withNotes(state, mapping);
}
