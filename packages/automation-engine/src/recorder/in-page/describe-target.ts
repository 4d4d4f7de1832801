import { matchesOf, rankInPage } from '@errand/locators/ranking';
import type { TargetNote } from '../notes.ts';
import { appearanceOf } from './gestures.ts';
import { followSecrets, isCodeField, isSecretField, secretTextOf } from './secret-marks.ts';
import { searchedSecretFinder, secretFinder } from './shown-secrets.ts';

const BUDGET_MS = 40;
const LONGEST_LABEL = 80;
const MOST_LEVELS = 6;
const CONTROLS = `a[href], button, input, label, option, select, summary, textarea, [onclick],
  [contenteditable=""], [contenteditable=true], [role=button], [role=checkbox], [role=link],
  [role=menuitem], [role=menuitemcheckbox], [role=menuitemradio], [role=option], [role=radio],
  [role=slider], [role=switch], [role=tab]`;

const ids = new WeakMap<Element, number>();
let count = 0;
let rows = '';

/** Also describes elements inside the rows of a loop by locators relative to the row. */
export function setLoop(command: string): void {
  rows = command;
}

/** The element that a person means by acting on the innermost element of a path. */
export function meantBy(path: readonly EventTarget[]): Element | undefined {
  const elements = path.filter((one) => one instanceof Element);
  // A slot has no box.
  const inner = elements.find((element) => !(element instanceof HTMLSlotElement));
  const control = elements.slice(0, MOST_LEVELS).find((element) => element.matches(CONTROLS));
  if (control) return control;
  // Parts of a drawing have no names.
  return inner instanceof SVGElement ? (inner.ownerSVGElement ?? inner) : inner;
}

/** Number of the element in its document. */
export function idOf(element: Element): number {
  const known = ids.get(element);
  if (known !== undefined) return known;
  count += 1;
  ids.set(element, count);
  return count;
}

/** `text`: the current text of the element, if its locators must not depend on it. */
export function describeTarget(element: Element, text = ''): TargetNote {
  watchShadow(element);
  const without = text || secretTextOf(element);
  const { role, accessibleName, candidates } = rankInPage(element, {
    budgetMs: BUDGET_MS,
    without,
  });
  const appeared = appearanceOf(element);
  const showsSecret = searchedSecretFinder();
  const inRow = rankInRow(element, without)?.filter(({ command }) => !showsSecret(command));
  return {
    id: idOf(element),
    tag: element.localName,
    inputType: element instanceof HTMLInputElement ? element.type : '',
    role,
    label: labelOf(element, accessibleName),
    candidates: candidates.filter(({ command }) => !showsSecret(command)),
    isSecret: isSecretField(element),
    ...(isCodeField(element) && { isCode: true }),
    ...(inRow && { inRow }),
    ...(appeared && { appeared }),
  };
}

const watched = new WeakSet<ShadowRoot>();

/** The document's observer does not see into shadow roots. */
function watchShadow(element: Element): void {
  const root = element.getRootNode();
  if (!(root instanceof ShadowRoot) || watched.has(root)) return;
  watched.add(root);
  followSecrets(root);
  watchShadow(root.host);
}

function rankInRow(element: Element, without: string): TargetNote['inRow'] {
  if (rows === '') return undefined;
  const row = matchesOf(rows).find((one) => one !== element && one.contains(element));
  return row && rankInPage(element, { root: row, budgetMs: BUDGET_MS, without }).candidates;
}

function labelOf(element: Element, accessibleName: string): string {
  const attributes = ['placeholder', 'name', 'id', 'title'];
  const names = [accessibleName, ...attributes.map((name) => element.getAttribute(name) ?? '')];
  const isShown = secretFinder();
  const label = names.find((name) => name.trim() !== '' && !isShown(name)) ?? '';
  return label.replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST_LABEL);
}
