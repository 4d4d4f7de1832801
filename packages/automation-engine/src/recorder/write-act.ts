import type { PointNote, PointedNote } from './notes.ts';
import type { ParameterNames } from './name-parameters.ts';
import { type Act, type ActOf, candidatesOf, type Step } from './recorded-steps.ts';

/** Shorter text may match by chance. */
const SHORTEST_DATA = 4;
const LONGEST_EXPECTED_TEXT = 200;

export type NodeJson = Readonly<Record<string, unknown>>;

/** The state that is shared while the nodes are written. */
export interface Writing {
  readonly names: ParameterNames;
  readonly inputs: Record<string, readonly string[]>;
  readonly secrets: string[];
  readonly variables: string[];
  /** Additions of elements, with their documents, for which a node already waits. */
  readonly awaited: string[];
  /** Parameter of a field by label and value, so that the same value is requested only once. */
  readonly fields: Map<string, string>;
}

interface Parts {
  readonly step: Step;
  readonly target: { readonly command?: string };
  /** Whether a repair types the text key by key. */
  readonly isTyped: boolean | undefined;
  readonly writing: Writing;
}

type NodeAct = Exclude<Act, ActOf<'end-loop'> | ActOf<'loop'>>;
type NodeKind = Exclude<Act['kind'], 'end-loop' | 'loop'>;

const writers: {
  readonly [Kind in NodeKind]: (act: ActOf<Kind>, parts: Parts) => NodeJson;
} = {
  assert: ({ pointed }, { target, writing }) => writeAssertion(pointed, target, writing.inputs),
  back: () => interact('go_back', {}),
  check: ({ isChecked }, { target }) => interact(isChecked ? 'check' : 'uncheck', target),
  click: (act, { step, target }) =>
    interact('click_element', { ...target, ...writeClick(act), ...downloadOf(step) }),
  close: () => interact('close_current_tab', {}),
  drag: (act, { step, target }) =>
    interact('drag_and_drop', { ...target, ...writeDrag(act, step) }),
  extract: ({ pointed }, { target, writing }) => writeExtraction(pointed, target, writing),
  fill: (act, parts) => interact('input_text', { ...parts.target, ...writeText(act, parts) }),
  go: ({ url, hasNewTab }) => interact('go_to_url', { url: encodeBraces(url), new_tab: hasNewTab }),
  keys: ({ keys, isOnPage }, { target }) =>
    interact('key_press', { ...(isOnPage ? {} : target), type: keys }),
  // A target would have to be a field.
  letters: ({ text }, { step, writing }) =>
    interact('input_text', {
      input_text: inputFor(step, text, writing),
      fill_or_type: 'key_press',
    }),
  scroll: ({ isOnPage, direction, pixels }, { target }) =>
    interact('scroll', { ...(isOnPage ? {} : target), direction, amount: pixels }),
  secret: (act, parts) => interact('input_text', { ...parts.target, ...writeSecret(act, parts) }),
  select: ({ labels }, { step, target, writing }) =>
    interact('select_option', {
      ...target,
      select_values: labels.map((label) => writeOption(step, label, writing)),
      ...downloadOf(step),
    }),
  set: ({ value }, { step, target, writing }) =>
    interact('set_value', { ...target, value: inputFor(step, value, writing) }),
  switch: ({ index }) => interact('switch_tab', { tab_index: index }),
  upload: ({ names }, { step, target, writing }) =>
    interact('upload_file', { ...target, ...writeFiles(step, names, writing) }),
};

/** What a step does, as the fields of a node. */
export function writeAct(act: NodeAct, parts: Parts): NodeJson {
  // The table maps each kind to its writer.
  const write = writers[act.kind] as (act: NodeAct, parts: Parts) => NodeJson;
  return write(act, parts);
}

function interact(kind: string, params: object): NodeJson {
  return { interaction_action: { [kind]: params } };
}

function downloadOf({ hasDownload }: Step): object {
  return hasDownload ? { expect_download: true } : {};
}

/**
 * Replaces values that the person typed earlier with inputs, as in a link to an order that they
 * searched for.
 */
export function withInputs(command: string, inputs: Writing['inputs'], quote = '"'): string {
  const known = Object.entries(inputs).filter(([, values]) => values.length === 1);
  return known.reduce((text, [name, [value = '']]) => {
    if (value.length < SHORTEST_DATA || !/\d/.test(value)) return text;
    return text.replaceAll(`${quote}${value}${quote}`, `${quote}{${name}[0]}${quote}`);
  }, command);
}

function writeClick(act: ActOf<'click'>): object {
  return {
    ...(act.button !== 'left' && { button: act.button }),
    ...(act.isDouble && { double_click: true }),
    ...(act.modifiers.length > 0 && { modifiers: act.modifiers }),
    ...(act.position && { position: act.position }),
  };
}

function writeDrag({ position, onto, offset }: ActOf<'drag'>, { place }: Step): object {
  const [best] = onto ? candidatesOf(onto) : [];
  const isFound = onto !== undefined && place !== undefined && best?.count === 1;
  if (!isFound) return { position, offset: nonZero(offset) };
  const command = `${onto.place.frame}${best.command}`;
  return { position, destination: { command, position: onto.position } };
}

function nonZero({ x, y }: PointNote): PointNote {
  return x === 0 && y === 0 ? { x: 1, y } : { x, y };
}

function writeText(act: ActOf<'fill'>, { isTyped = act.isTyped, step, writing }: Parts): object {
  return {
    input_text: inputFor(step, act.value, writing),
    ...(isTyped && { fill_or_type: 'type' }),
    // A click would end the selection.
    ...(isTypedOver(act, isTyped) && { click_before_input: false }),
    ...(act.hasEnter && { press_enter: true }),
  };
}

/**
 * Whether typing replaces a text: the person emptied the field first, or a repair types what they
 * filled in.
 */
export function isTypedOver(act: ActOf<'fill'>, isTyped = act.isTyped): boolean {
  return isTyped && (act.hasCleared === true || !act.isTyped);
}

function writeSecret({ hasEnter, isSpread }: ActOf<'secret'>, { step, writing }: Parts): object {
  const name = nameOfField(step, 'secret', writing);
  if (!writing.secrets.includes(name)) writing.secrets.push(name);
  return {
    input_text: `{${name}[0]}`,
    ...(isSpread && { fill_or_type: 'type' }),
    ...(hasEnter && { press_enter: true }),
  };
}

/** The placeholder of a new input, or of one with the same label and value. */
function inputFor(step: Step, value: string, writing: Writing): string {
  if (value === '') return '';
  const name = nameOfField(step, value, writing);
  writing.inputs[name] = [value];
  return `{${name}[0]}`;
}

function nameOfField({ place, act }: Step, value: string, { fields, names }: Writing): string {
  const label = place?.target.isCode ? 'code' : (place?.target.label ?? '');
  const key = JSON.stringify([act.kind === 'secret', label, value]);
  const name = fields.get(key) ?? names.take(label, act.kind === 'secret' ? 'password' : 'text');
  fields.set(key, name);
  return name;
}

function writeFiles(step: Step, files: readonly string[], writing: Writing): object {
  const label = step.place?.target.label ?? '';
  const name = writing.names.take(label, 'file');
  writing.inputs[name] = files;
  if (files.length === 1) return { input_file: `{${name}[0]}` };
  return { files: files.map((_, index) => ({ input_file: `{${name}[${index}]}` })) };
}

/** A label alone could be the value of another option, or a pattern. Braces become an input. */
function writeOption(step: Step, label: string, writing: Writing): string {
  return `label=${/[{}]/.test(label) ? inputFor(step, label, writing) : label}`;
}

function writeExtraction(
  { target: { label, role }, heading, isTable, text }: PointedNote,
  target: object,
  { names, variables }: Writing,
): NodeJson {
  // The name must not come from the current text, which may be different in a run.
  const title = heading || (label === text ? '' : label);
  const name = names.take(title, isTable ? 'table' : role || 'text');
  variables.push(name);
  const format = { extraction_format: { [name]: isTable ? 'Any' : 'str' } };
  const more = isTable ? { table: true } : {};
  return {
    extraction_action: {
      locator: { ...target, output_variable_name: name, ...format, ...more },
    },
  };
}

function writeAssertion(
  { isChecked, isField, text }: PointedNote,
  target: object,
  inputs: Writing['inputs'],
): NodeJson {
  const expect = (params: object): NodeJson => ({
    assertion_action: { expect: { ...target, ...params } },
  });
  if (isChecked !== undefined)
    return expect({ assertion: 'to_be_checked', is_negated: !isChecked });
  const isUsable = text !== '' && text.length <= LONGEST_EXPECTED_TEXT && !/[{}]/.test(text);
  if (!isUsable) return expect({ assertion: 'to_be_visible' });
  const expected = withInputs(text, inputs, '');
  if (isField) return expect({ assertion: 'to_have_value', expected });
  return expect({ assertion: 'to_have_text', expected, match: 'contains' });
}

/** The field of a node that answers dialogs as the person did. */
export function writeDialog(
  { isAccepted, text }: NonNullable<Step['dialog']>,
  writing: Writing,
): NodeJson {
  if (!isAccepted) return { dialog: { accept: false } };
  if (text === undefined || text === '') return { dialog: { accept: true } };
  const name = writing.names.take('prompt', 'prompt');
  writing.inputs[name] = [text];
  return { dialog: { accept: true, text: `{${name}[0]}` } };
}

/** Braces would be read as placeholders. */
export function encodeBraces(url: string): string {
  return url.replaceAll('{', '%7B').replaceAll('}', '%7D');
}
