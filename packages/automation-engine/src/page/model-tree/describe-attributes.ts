import { announcesSecret } from '@errand/locators/secret-kinds';
import type { AccessibleNode } from './capture-frames.ts';
import type { SnapshotNode } from './snapshot-node.ts';

const LONGEST_VALUE = 100;
const shownAttributes =
  'title type id name role placeholder alt aria-label aria-placeholder data-state aria-valuemin aria-valuemax aria-valuenow aria-valuetext pattern min max minlength maxlength step accept inputmode autocomplete data-mask data-date-format contenteditable'.split(
    ' ',
  );
const flagAttributes = ['multiple', 'required', 'readonly'];
/**
 * States that the accessibility tree reports better than the attributes; worth showing even when
 * false.
 */
const twoSided = new Set(['expanded', 'pressed', 'checked', 'selected']);
const oneSided =
  'disabled invalid required readonly level busy live hasPopup multiselectable focused'.split(' ');
const formats = new Map([
  ['date', 'YYYY-MM-DD'],
  ['time', 'HH:MM'],
  ['datetime-local', 'YYYY-MM-DDTHH:MM'],
  ['month', 'YYYY-MM'],
  ['week', 'YYYY-Www'],
]);
const OPTIONS_SHOWN = 4;

/** A shown attribute; a list of them is in display order. */
export type Attribute = readonly [name: string, value: string];

interface ListOption {
  readonly label: string;
  readonly isSelected: boolean;
}

interface Subject {
  readonly node: SnapshotNode;
  readonly accessible: AccessibleNode | undefined;
  /** The options of a list. */
  readonly options: readonly ListOption[];
  readonly redact: (text: string) => string;
}

/** Returns the attributes of an element's line, never including the content of a secret field. */
export function describeAttributes({ node, accessible, options, redact }: Subject): Attribute[] {
  const candidates: Attribute[] = [
    ...ownAttributes(node),
    ...fieldAttributes(node, options),
    ...stateAttributes(accessible),
  ];
  const said = new Set<string>();
  const named = new Set<string>();
  return candidates.flatMap(([name, value]): Attribute[] => {
    const shown = shorten(redact(value));
    const isKnown = named.has(name) || (shown.length > 5 && said.has(shown));
    if (shown === '' || isKnown) return [];
    said.add(shown);
    named.add(name);
    return [[name, shown]];
  });
}

/** Puts the text on one line and truncates it. */
export function shorten(text: string, longest = LONGEST_VALUE): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > longest ? `${line.slice(0, longest).toWellFormed()}…` : line;
}

function ownAttributes({ attributes }: SnapshotNode): Attribute[] {
  const shown = shownAttributes.flatMap((name): Attribute[] => {
    const value = attributes.get(name);
    return value === undefined ? [] : [[name, value]];
  });
  const flags = flagAttributes.filter((name) => attributes.has(name));
  return [...shown, ...flags.map((name): Attribute => [name, 'true'])];
}

function fieldAttributes(node: SnapshotNode, options: readonly ListOption[]): Attribute[] {
  const { tag, attributes, value = '' } = node;
  if (tag === 'select') return selectAttributes(options);
  const type = attributes.get('type')?.toLowerCase() ?? '';
  if (tag !== 'input' && tag !== 'textarea') return [];
  if (type === 'checkbox' || type === 'radio') {
    const own = attributes.get('value');
    return [['checked', String(node.isChecked)], ...(own ? [['value', own] as const] : [])];
  }
  const format = formats.get(type);
  const hint: Attribute[] = format === undefined ? [] : [['format', format]];
  const isSecret = type === 'password' || announcesSecret(attributes.get('autocomplete') ?? '');
  if (isSecret) return value === '' ? hint : [['filled', 'true']];
  if (type === 'file') return [['files', value.replace(/^.*[\\/]/, '')], ...hint];
  return [...hint, ['value', value]];
}

function selectAttributes(options: readonly ListOption[]): Attribute[] {
  const labels = options.map(({ label }) => label);
  const selected = options.filter(({ isSelected }) => isSelected).map(({ label }) => label);
  const more = labels.length > OPTIONS_SHOWN ? ' | …' : '';
  return [
    ['value', selected.join(' | ')],
    ['count', String(labels.length)],
    ['options', labels.slice(0, OPTIONS_SHOWN).join(' | ') + more],
  ];
}

function stateAttributes(accessible: AccessibleNode | undefined): Attribute[] {
  if (!accessible) return [];
  const { states, name } = accessible;
  const both = [...twoSided].filter((state) => states.has(state));
  const one = oneSided.filter(
    (state) => !['false', '', '0', 'off'].includes(states.get(state) ?? ''),
  );
  return [
    ...[...both, ...one].map((state): Attribute => [state.toLowerCase(), states.get(state) ?? '']),
    ['ax_name', name],
  ];
}
