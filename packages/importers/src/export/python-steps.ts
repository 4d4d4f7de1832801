import { asList, asNumber, asObject, asText, member } from '../draft/json.ts';
import { quote } from '../draft/locators.ts';
import { ownValue } from '../draft/own-value.ts';
import { pageKey } from './key-names.ts';
import type { ReadNode } from './node-reader.ts';
import { isOptionPattern, OPTION_PATTERN } from './option-patterns.ts';
import type { Lines } from './python-lines.ts';
import { pythonExpression, pythonLocator, pythonText } from './python-text.ts';
import { expectationLine } from './python-expectations.ts';
import { toPython } from './python-script.ts';

type ToLines = (fields: ReadNode['fields']) => Lines | undefined;

const textOf = (fields: ReadNode['fields'], name: string): string => asText(fields[name]) ?? '';

/** Returns the element of a step; undefined if only a model, text or a point leads to it. */
function targetOf(fields: ReadNode['fields']): string | undefined {
  const command = textOf(fields, 'command');
  if (command !== '') return pythonLocator(command);
  const xpath = textOf(fields, 'xpath');
  if (xpath === '') return undefined;
  return `page.locator(${pythonText(`xpath=${xpath.replace(/^\s*xpath\s*=\s*/, '')}`)})`;
}

const onTarget =
  (write: (target: string, fields: ReadNode['fields']) => readonly string[] | undefined): ToLines =>
  (fields) => {
    const target = targetOf(fields);
    const lines = target === undefined ? undefined : write(target, fields);
    return lines && { lines };
  };

/** Playwright presses keys without waiting for the effects of earlier steps. */
const SETTLE = 'settle(page)';

function click(fields: ReadNode['fields']): Lines | undefined {
  const target = targetOf(fields);
  const isDouble = fields['double_click'] === true;
  const name = isDouble ? 'dblclick' : 'click';
  const [x, y] = asList(fields['coordinates']);
  const modifiers = asList(fields['modifiers']);
  const hold = asNumber(fields['hold_seconds']) ?? 0;
  const common = [
    ...(textOf(fields, 'button') === 'left' ? [] : [`button=${quote(textOf(fields, 'button'))}`]),
    ...(hold > 0 ? [`delay=${hold * 1000}`] : []),
  ];
  if (target === undefined) {
    if (typeof x !== 'number' || typeof y !== 'number') return undefined;
    const lost = modifiers.length > 0 ? 'It holds no modifiers.' : undefined;
    return { lines: [`page.mouse.${name}(${[x, y, ...common].join(', ')})`], why: lost };
  }
  const options = [
    ...common,
    ...(modifiers.length === 0 ? [] : [`modifiers=${toPython(modifiers)}`]),
    ...(asObject(fields['position']) ? [`position=${toPython(fields['position'])}`] : []),
    ...(fields['force'] === true ? ['force=True'] : []),
  ];
  const why = fields['mouse_click'] === true ? 'It clicks the centre.' : undefined;
  return { lines: [`${target}.${name}(${options.join(', ')})`], why };
}

function inputText(fields: ReadNode['fields']): Lines | undefined {
  const target = targetOf(fields);
  const given = asText(fields['input_text']);
  if (given === undefined) return undefined;
  const text = pythonText(given);
  const way = textOf(fields, 'fill_or_type');
  if (target === undefined) {
    return way === 'key_press' ? { lines: [SETTLE, `page.keyboard.type(${text})`] } : undefined;
  }
  const method = way === 'fill' ? 'fill' : 'press_sequentially';
  const enter = fields['press_enter'] === true ? [SETTLE, `${target}.press("Enter")`] : [];
  const why = fields['is_slider'] === true ? 'It sets a slider like a field.' : undefined;
  return { lines: [`${target}.${method}(${text})`, ...enter], why };
}

function selectOption(fields: ReadNode['fields']): Lines | undefined {
  const target = targetOf(fields);
  const texts = asList(fields['select_values']).map((one) => asText(one) ?? '');
  if (target === undefined || texts.length === 0) return undefined;
  if (texts.some(isOptionPattern)) return { lines: [], skipped: OPTION_PATTERN };
  const kinds = new Set(texts.map((text) => /^(value|label)=/.exec(text)?.[1] ?? ''));
  if (kinds.size > 1) return undefined;
  const [kind = ''] = kinds;
  const plain = texts.map((text) => pythonText(kind === '' ? text : text.slice(kind.length + 1)));
  const list = plain.length === 1 ? (plain[0] ?? '') : `[${plain.join(', ')}]`;
  return { lines: [`${target}.select_option(${kind === '' ? '' : `${kind}=`}${list})`] };
}

function keyPress(fields: ReadNode['fields']): Lines | undefined {
  const keys = asList(fields['type']).map((key) => pageKey(asText(key) ?? ''));
  if (keys.length === 0 || keys.includes(undefined)) return undefined;
  const chord = quote(keys.join('+'));
  const target = targetOf(fields);
  const on = target === undefined ? 'page.keyboard' : target;
  return { lines: [SETTLE, `${on}.press(${chord})`] };
}

function upload(fields: ReadNode['fields']): Lines | undefined {
  const target = targetOf(fields);
  const sources = fields['files'] === undefined ? [fields] : asList(fields['files']);
  const names = sources.map(
    (one) => asText(member(one, 'input_file')) ?? asText(member(one, 'file_path')),
  );
  if (target === undefined || names.includes(undefined)) return undefined;
  const list = names.map((name) => pythonText(name ?? ''));
  return {
    lines: [`${target}.set_input_files([${list.join(', ')}])`],
    why: 'The files are expected beside the script.',
  };
}

function scroll(fields: ReadNode['fields']): Lines | undefined {
  const target = targetOf(fields);
  if (fields['to_element'] === true) {
    return target === undefined ? undefined : { lines: [`${target}.scroll_into_view_if_needed()`] };
  }
  const direction = asText(fields['direction']) ?? (fields['down'] === false ? 'up' : 'down');
  const amount = asNumber(fields['amount']) ?? -1;
  const pixels = amount === -1 ? 100_000 : amount;
  const signed = direction === 'up' || direction === 'left' ? -pixels : pixels;
  const isSideways = direction === 'left' || direction === 'right';
  const wheel = `page.mouse.wheel(${isSideways ? `${signed}, 0` : `0, ${signed}`})`;
  const why = amount === -1 ? 'It scrolls far instead of to the end.' : undefined;
  return { lines: [...(target === undefined ? [] : [`${target}.hover()`]), wheel], why };
}

function drag(fields: ReadNode['fields']): Lines | undefined {
  const target = targetOf(fields);
  const destination = asObject(fields['destination']);
  const other = destination && targetOf(destination);
  const offset = asObject(fields['offset']);
  if (target === undefined || (other === undefined && offset === undefined)) return undefined;
  const hold = asNumber(fields['hold_seconds']) ?? 0;
  const positions = {
    source_position: fields['position'],
    target_position: destination?.['position'],
  };
  const options = [
    ...(other === undefined ? [`offset=${toPython(offset)}`] : [other]),
    ...Object.entries(positions)
      .filter(([, position]) => asObject(position))
      .map(([name, position]) => `${name}=${toPython(position)}`),
    ...(hold > 0 ? [`hold=${hold * 1000}`] : []),
  ];
  return { lines: [`drag(${[target, ...options].join(', ')})`] };
}

function setValue(fields: ReadNode['fields']): Lines | undefined {
  const target = targetOf(fields);
  const { value } = fields;
  if (target === undefined) return undefined;
  if (typeof value === 'boolean')
    return { lines: [`set_checked(${target}, ${value ? 'True' : 'False'})`] };
  const why = 'It fills a field: other controls need another call.';
  return { lines: [`${target}.fill(${pythonText(String(value))})`], why };
}

function extractText(fields: ReadNode['fields']): Lines | undefined {
  if (fields['table'] === true) return undefined;
  const target = pythonLocator(textOf(fields, 'command'));
  const name = `values[${pythonText(textOf(fields, 'output_variable_name'))}]`;
  const attribute = asText(fields['attribute']);
  const why = 'Strings stay strings, and form controls are not distinguished.';
  const one = (of: string): string =>
    attribute === undefined ? `${of}.inner_text()` : `${of}.get_attribute(${quote(attribute)})`;
  if (fields['all_matches'] === true) {
    const count = countOf(target, fields['locator_timeout']);
    const every = `${one(`${target}.nth(at)`)} for at in range(${count})`;
    return { lines: [`${name} = [${every}]`], why };
  }
  return { lines: [`${name} = [${one(`${target}.first`)}]`], why };
}

/** Writes a call that counts matches like Errand: once one exists and the number is steady. */
export function countOf(locator: string, timeoutSeconds: unknown): string {
  return `count_of(${locator}, timeout=${(asNumber(timeoutSeconds) ?? 5) * 1000})`;
}

function setVariable(fields: ReadNode['fields']): Lines {
  const name = `values[${pythonText(textOf(fields, 'name'))}]`;
  const expression = asText(fields['expression']);
  const { value } = fields;
  if (expression !== undefined) return { lines: [`${name} = [${pythonExpression(expression)}]`] };
  return {
    lines: [`${name} = [${typeof value === 'string' ? pythonText(value) : toPython(value)}]`],
  };
}

function assertLocator(fields: ReadNode['fields']): Lines {
  const target = pythonLocator(textOf(fields, 'locator'));
  const name = textOf(fields, 'output_variable_name');
  const timeout = (asNumber(fields['timeout']) ?? 5) * 1000;
  const check = `expect(${target}.first).${textOf(fields, 'assertion')}(timeout=${timeout})`;
  return { lines: [`values[${pythonText(name)}] = [is_met(lambda: ${check})]`] };
}

function closeUntil(fields: ReadNode['fields']): Lines {
  const url = asText(fields['matching_url']);
  const condition =
    url === undefined
      ? `len(context.pages) > ${(asNumber(fields['tab_index']) ?? 0) + 1}`
      : `${pythonText(url)} not in context.pages[-1].url`;
  return {
    lines: [`while ${condition}:`, '    context.pages[-1].close()', 'page = context.pages[-1]'],
  };
}

const writers: Readonly<Record<string, ToLines>> = {
  assert_locator_node: assertLocator,
  check: onTarget((target) => [`set_checked(${target}, True)`]),
  click_element: click,
  close_all_but_last_tab: () => ({
    lines: ['for other in context.pages[:-1]:', '    other.close()', 'page = context.pages[-1]'],
  }),
  close_current_tab: () => ({ lines: ['page.close()', 'page = context.pages[-1]'] }),
  close_tabs_until: closeUntil,
  count_locator: (fields) => ({
    lines: [
      `values[${pythonText(textOf(fields, 'name'))}] = [${countOf(pythonLocator(textOf(fields, 'locator')), fields['locator_timeout'])}]`,
    ],
  }),
  drag_and_drop: drag,
  expect: (fields) => expectationLine(fields),
  fail_state_action: (fields) => ({
    lines: [`raise RuntimeError(${pythonText(textOf(fields, 'failure_message'))})`],
  }),
  go_back: () => ({ lines: ['page.go_back()'] }),
  go_to_url: (fields) => ({
    lines: [
      ...(fields['new_tab'] === true ? ['page = context.new_page()'] : []),
      `page.goto(${pythonText(textOf(fields, 'url'))})`,
    ],
  }),
  hover: onTarget((target) => [`${target}.hover()`]),
  human_in_loop_action: () => ({ lines: ['page.pause()'], why: 'It opens the inspector.' }),
  input_text: inputText,
  key_press: keyPress,
  locator: extractText,
  screenshot: (fields) => ({
    lines: [
      `page.screenshot(path=${pythonText(textOf(fields, 'filename'))}, full_page=${fields['full_page'] === false ? 'False' : 'True'})`,
    ],
  }),
  scroll,
  select_option: selectOption,
  set_value: setValue,
  set_variable: setVariable,
  sleep_action: (fields) => ({
    lines: [`page.wait_for_timeout(${(asNumber(fields['sleep_time']) ?? 0) * 1000})`],
  }),
  switch_tab: (fields) => ({
    lines: [`page = context.pages[${asNumber(fields['tab_index']) ?? 0}]`, 'page.bring_to_front()'],
  }),
  uncheck: onTarget((target) => [`set_checked(${target}, False)`]),
  upload_file: upload,
  wait_for: (fields) => expectationLine(fields),
};

/** Returns undefined if a Playwright script cannot do the step. */
export const stepLines = ({ kind, fields }: ReadNode): Lines | undefined =>
  ownValue(writers, kind)?.(fields);
