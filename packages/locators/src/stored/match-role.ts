import type { StepArguments } from '../grammar/step-arguments.ts';
import { matchText } from './match-text.ts';
import type { StoredElement } from './read-snapshot.ts';
import { DOUBTS, NotStoredError } from './stored-search.ts';

/** Roles whose elements the worker stores without exception, unless they are hidden. */
const ALWAYS_STORED = new Set(
  `banner button checkbox combobox complementary contentinfo listbox main menu menubar menuitem
  menuitemcheckbox menuitemradio navigation radio scrollbar search searchbox slider spinbutton switch tab textbox
  tree treeitem`.split(/\s+/),
);
const STATES = ['checked', 'disabled', 'expanded', 'pressed', 'selected'];
/** A state that such an element has or lacks; the others cannot have it. */
const WITH_STATE: Readonly<Record<string, RegExp>> = {
  checked: /^(?:checkbox|menuitemcheckbox|menuitemradio|option|radio|switch|treeitem)$/,
  disabled: /^/,
  pressed: /^button$/,
  selected: /^(?:cell|columnheader|gridcell|option|row|rowheader|tab|treeitem)$/,
};

/** Returns whether an element is what get_by_role asks for. */
export function roleMatcher(
  values: StepArguments,
  doubts: Set<string>,
): (element: StoredElement) => boolean {
  if (values.integer('level') !== undefined) {
    throw new NotStoredError('The level of headings is not stored.');
  }
  if (values.text('description') !== undefined) {
    throw new NotStoredError('Descriptions are not stored.');
  }
  const role = values.word('role')?.toLowerCase() ?? '';
  const name = values.text('name');
  const isExact = values.boolean('exact') ?? false;
  const states = STATES.flatMap((state) => {
    const wanted = values.boolean(state);
    return wanted === undefined ? [] : [{ state, wanted }];
  });
  if (!ALWAYS_STORED.has(role)) doubts.add(DOUBTS.role(role));
  if (values.boolean('include_hidden') === true) doubts.add(DOUBTS.hidden);
  for (const { state, wanted } of states) {
    if (!wanted && WITH_STATE[state] === undefined) doubts.add(DOUBTS.state(state));
  }
  return (element) =>
    element.role === role &&
    states.every(({ state, wanted }) => hasState(element, state, wanted)) &&
    (name === undefined || matchText(element.name, { wanted: name, isExact }, doubts));
}

function hasState({ role, states }: StoredElement, state: string, wanted: boolean): boolean {
  const stored = states.get(state);
  if (wanted) return stored === 'true';
  return stored === undefined && (WITH_STATE[state]?.test(role) ?? true);
}
