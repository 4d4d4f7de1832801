import type { AncestorFacts, ElementFacts, NearElement } from '../injected/near-element.ts';
import { quotePython } from '../python/write-python.ts';
import { isStableClass, type LocatorCandidate, rankCandidates } from './rank-candidates.ts';

const MOST_ANCESTOR_COMMANDS = 3;
const MOST_IN_ANCESTOR = 3;
const MOST_COMMANDS = 24;
/** The candidate kind that corresponds to each step of the grammar. */
const kindOfStep: Readonly<Record<string, string>> = {
  get_by_role: 'role',
  get_by_label: 'label',
  get_by_placeholder: 'placeholder',
  get_by_alt_text: 'alt_text',
  get_by_title: 'title',
  get_by_text: 'text',
  get_by_test_id: 'test_id',
};
/** Kinds that depend on how the page is rendered, and change with it. */
const lateKinds = new Set(['classes']);

interface Author {
  /** The author's step that finds the element: `get_by_role`. */
  readonly step: string | undefined;
  /** The author's own locator, if the element is one of its matches. */
  readonly locator?: string;
}

/** Returns locators that may match only the element, the closest to the author's step first. */
export function writeCommands(element: NearElement, { step, locator }: Author): string[] {
  // An absolute XPath is unreadable and unstable.
  const ranked = rankElement(element).filter(({ kind }) => kind !== 'xpath');
  const wantedKind = kindOfStep[step ?? ''];
  const isFirst = ({ kind }: LocatorCandidate) => kind === wantedKind;
  const own = [
    ...ranked.filter(isFirst),
    ...ranked.filter((one) => !isFirst(one) && !isLate(one)),
  ].map(({ command }) => command);
  const late = ranked.filter(isLate).map(({ command }) => command);
  const visible = locator === undefined ? [] : [`${locator}.filter(visible=True)`];
  const counted = locator === undefined ? [] : [`${locator}.nth(${element.index})`];
  const plain = quoteLocator(element.tag);
  return [...own, ...visible, ...writeAround(element, own), ...counted, ...late, plain];
}

/** Locators for the element that begin at one of its ancestors. `own`: those of the element itself. */
export function writeAround(element: NearElement, own: readonly string[]): string[] {
  const inside = [...own, ...roleAlone(element), quoteLocator(element.tag)].slice(
    0,
    MOST_IN_ANCESTOR,
  );
  return element.ancestors
    .flatMap(writeAncestor)
    .flatMap((container) => inside.map((command) => `${container}.${command}`))
    .slice(0, MOST_COMMANDS);
}

/** Returns locators for an iframe. Never empty. */
export function writeFrameCommands(element: ElementFacts, position: number): string[] {
  const ranked = rankElement(element).filter(({ kind }) => kind !== 'xpath' && kind !== 'classes');
  const { tag } = element;
  const plain = quoteLocator(tag);
  return [...ranked.map(({ command }) => command), plain, `${plain}.nth(${position})`];
}

function isLate({ kind }: LocatorCandidate): boolean {
  return lateKinds.has(kind);
}

/** Returns locators that depend on the element alone, the most stable first. */
export function rankElement(element: ElementFacts): LocatorCandidate[] {
  const { altText } = element;
  const isUsable = altText !== '' && altText.length <= 60 && !/[{}\n]/.test(altText);
  const byAlt = { kind: 'alt_text', score: 60 };
  const command = `get_by_alt_text(${quotePython(altText)}, exact=True)`;
  return [...rankCandidates(element), ...(isUsable ? [{ ...byAlt, command }] : [])];
}

function writeAncestor(ancestor: AncestorFacts): string[] {
  const { tag, classes, marks } = ancestor;
  const ranked = rankElement(ancestor)
    .filter(({ kind }) => !['classes', 'text', 'label', 'xpath'].includes(kind))
    .map(({ command }) => command);
  const [plain = quoteLocator([tag, ...classes.filter(isStableClass).slice(0, 1)].join('.'))] =
    roleAlone(ancestor);
  const marked = marks
    .filter((mark) => !/[{}\n]/.test(mark))
    .map((mark) => `${plain}.filter(has_text=${quotePython(mark)})`);
  return [...ranked, ...marked, ...roleAlone(ancestor)].slice(0, MOST_ANCESTOR_COMMANDS);
}

function roleAlone({ role }: ElementFacts): string[] {
  const hasRole = role !== '' && role !== 'none' && role !== 'presentation';
  return hasRole ? [`get_by_role(${quotePython(role)})`] : [];
}

function quoteLocator(selector: string): string {
  return `locator(${quotePython(selector)})`;
}
