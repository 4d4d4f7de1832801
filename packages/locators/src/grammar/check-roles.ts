import { likeness } from '../injected/similarity.ts';
import type { Chain, Step } from '../python/command-tree.ts';
import { type BindingContext, errorAt } from './binding-context.ts';
import { boundText } from './write-step.ts';

/** WAI-ARIA roles that elements can have. */
export const ariaRoles =
  `alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox
  complementary contentinfo definition deletion dialog directory document emphasis feed figure form generic grid gridcell
  group heading img insertion link list listbox listitem log main mark marquee math menu menubar menuitem menuitemcheckbox
  menuitemradio meter navigation none note option paragraph presentation progressbar radio radiogroup region row rowgroup
  rowheader scrollbar search searchbox separator slider spinbutton status strong subscript superscript switch tab table
  tablist tabpanel term textbox time timer toolbar tooltip tree treegrid treeitem`.split(/\s+/);
const known = new Set(ariaRoles);
const LEAST_LIKENESS = 0.6;
/** Longer than every role with its typos; comparing takes time proportional to the length. */
const LONGEST_MISSPELT = 40;

/** Common names for things that have a different role. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ['a', 'link'],
  ['anchor', 'link'],
  ['btn', 'button'],
  ['dropdown', 'combobox'],
  ['header', 'heading'],
  ['image', 'img'],
  ['input', 'textbox'],
  ['li', 'listitem'],
  ['modal', 'dialog'],
  ['nav', 'navigation'],
  ['popup', 'dialog'],
  ['select', 'combobox'],
  ['td', 'cell'],
  ['text', 'textbox'],
  ['textarea', 'textbox'],
  ['textfield', 'textbox'],
  ['th', 'columnheader'],
  ['toggle', 'switch'],
  ['tr', 'row'],
]);

/** Throws `LocatorSyntaxError` for a role that no element can have. Checks nested locators too. */
export function checkRoles({ steps }: Chain, context: BindingContext): void {
  for (const step of steps) {
    const role = plainRole(step, context);
    if (role !== undefined && !known.has(role.toLowerCase())) {
      const nearest = nearestRole(role);
      const help =
        nearest === undefined
          ? 'Use a WAI-ARIA role such as button or link.'
          : `Did you mean "${nearest}"?`;
      throw errorAt(step.arguments?.[0] ?? step, `"${role}" is not a role. ${help}`, context);
    }
    for (const { value } of step.arguments ?? []) {
      if (value.kind === 'chain') checkRoles(value.chain, context);
    }
  }
}

/**
 * Replaces unknown roles of a locator with the nearest known ones; undefined if there is nothing to
 * replace.
 */
export function mendRoles(source: string): string | undefined {
  const mended = source.replaceAll(/(?<=get_by_role\(\s*["'])[\w-]+(?=["'])/g, (role) =>
    known.has(role.toLowerCase()) ? role : (nearestRole(role) ?? role),
  );
  return mended === source ? undefined : mended;
}

/** Returns the literal role of a step; undefined if it contains placeholders. */
function plainRole({ name, arguments: [first] = [] }: Step, context: BindingContext) {
  if (name !== 'get_by_role' || first?.value.kind !== 'text') return undefined;
  const isPlain = first.value.template.segments.every(({ kind }) => kind === 'text');
  return isPlain ? boundText(first.value, context) : undefined;
}

function nearestRole(role: string): string | undefined {
  if (role.length > LONGEST_MISSPELT) return undefined;
  const plain = role.toLowerCase().replaceAll(/[-_ ]/g, '');
  const other = otherNames.get(plain);
  if (other !== undefined) return other;
  const ranked = ariaRoles
    .map((one) => ({ one, likeness: likeness(plain, one) }))
    .toSorted((left, right) => right.likeness - left.likeness);
  const [nearest] = ranked;
  return nearest && nearest.likeness >= LEAST_LIKENESS ? nearest.one : undefined;
}
