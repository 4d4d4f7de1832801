import { matchesOf, rankInPage } from '@errand/locators/ranking';
import type { PointMode, PointedNote } from '../notes.ts';
import { describeTarget, meantBy } from './describe-target.ts';
import { takeHovered } from './follow-hovering.ts';
import { beginGesture } from './gestures.ts';
import { innermost, onTrusted, report } from './report.ts';
import { isSecretField, secretTextOf } from './secret-marks.ts';
import { markIfShown } from './shown-secrets.ts';

const LONGEST_TEXT = 300;
const MOST_LEVELS = 8;
const BUDGET_MS = 60;
const swallowed = [
  'auxclick',
  'click',
  'contextmenu',
  'dblclick',
  'mousedown',
  'mouseup',
  'pointerdown',
  'pointerup',
] as const;

let mode: PointMode = 'record';
let choice = 0;
let isSwallowing = false;
let outline: Animation | undefined;

/** Sets what the next click means; the page does not receive that click. */
export function pointAt(next: PointMode, number: number): void {
  mode = next;
  choice = number;
  if (next === 'record') outline?.cancel();
}

/** Must be called before the recorder adds its other listeners. */
export function followPointing(): void {
  onTrusted('mousemove', (event) => {
    outline?.cancel();
    const element = mode === 'record' ? undefined : innermost(event);
    // An animation changes no attribute, so the page does not see the outline.
    outline = element?.animate([{ outline: '3px solid #0a66d0', outlineOffset: '-2px' }], {
      duration: 1,
      fill: 'both',
    });
    outline?.pause();
  });
  for (const name of swallowed) onTrusted(name, swallow);
}

function swallow(event: MouseEvent): void {
  const isPress = event.type === 'pointerdown';
  if (isPress) isSwallowing = mode !== 'record';
  if (!isSwallowing) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  // No mouse event follows a prevented press.
  if (isPress) point(event);
}

function point(event: MouseEvent): void {
  const meant = mode;
  pointAt('record', choice);
  if (meant === 'record') return;
  const element = meant === 'assert' ? meantBy(event.composedPath()) : innermost(event);
  if (!element) return;
  const gesture = beginGesture(undefined);
  const table = meant === 'extract' ? element.closest('table, [role=grid], [role=table]') : null;
  const isTable = table !== null && (table === element || element.matches('thead, caption, th'));
  const read = readText(element);
  const target = describeTarget(isTable ? table : element, isTable ? '' : read.text);
  const note: PointedNote = {
    kind: 'pointed',
    mode: meant,
    choice,
    gesture,
    target,
    hovered: takeHovered(element),
    isTable,
    heading: headingOf(element),
    ...read,
    ...(meant === 'each' && { rows: findRows(element) }),
  };
  report(note);
}

/** What describes the text of an element: its test ID, column heading or preceding cell. */
function headingOf(element: Element): string {
  const testId = element.closest('[data-testid]')?.getAttribute('data-testid');
  const cell = element.closest('td, dd, [role=cell], [role=gridcell]');
  const [head] =
    cell?.closest('table, [role=grid], [role=table]')?.querySelectorAll('thead tr, [role=row]') ??
    [];
  const column = [...(cell?.parentElement?.children ?? [])].findIndex((one) => one === cell);
  const title = head?.contains(element) ? undefined : head?.children[column]?.textContent;
  return testId ?? title?.trim() ?? cell?.previousElementSibling?.textContent?.trim() ?? '';
}

function readText(element: Element): Pick<PointedNote, 'isChecked' | 'isField' | 'text'> {
  if (element instanceof HTMLInputElement && ['checkbox', 'radio'].includes(element.type)) {
    return { isChecked: element.checked, isField: false, text: '' };
  }
  const isField =
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement;
  markIfShown(element);
  if (isField && (isSecretField(element) || element instanceof HTMLSelectElement)) {
    return { isField: false, text: '' };
  }
  if (secretTextOf(element) !== '') return { isField: false, text: '' };
  const text = isField ? element.value : (element.textContent ?? '');
  return { isField, text: text.replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST_TEXT) };
}

/** Finds the smallest repeated element around this one; its locator matches all repetitions. */
function findRows(element: Element): PointedNote['rows'] {
  let row: Element | null = element;
  for (let level = 0; row && level < MOST_LEVELS; level += 1, row = row.parentElement) {
    const rows = siblingsLike(row);
    if (rows.length < 2) continue;
    const command = commandsFor(row).find((one) => isSame(matchesOf(one), rows));
    if (command !== undefined) return { command, count: rows.length };
  }
  return undefined;
}

/** The cells of a row do not count as repeated rows. */
function siblingsLike(row: Element): Element[] {
  if (row.matches('td, th, span, a, button, option, [role=cell], [role=gridcell]')) return [];
  const isListed = row.matches('article, li, tr, [role=article], [role=listitem], [role=row]');
  return [...(row.parentElement?.children ?? [])].filter(
    (sibling) =>
      sibling.localName === row.localName &&
      (isListed || [...row.classList].some((name) => sibling.classList.contains(name))),
  );
}

function commandsFor(row: Element): string[] {
  const { role } = rankInPage(row, { budgetMs: 0 });
  const own = [
    ...[...row.classList].map((name) => `locator(${JSON.stringify(`${row.localName}.${name}`)})`),
    ...(role === '' ? [] : [`get_by_role(${JSON.stringify(role)})`]),
    `locator(${JSON.stringify(row.localName)})`,
  ];
  const around = row.parentElement;
  const parents = around ? rankInPage(around, { budgetMs: BUDGET_MS }).candidates : [];
  const inParents = parents
    .filter(({ count }) => count === 1)
    .slice(0, 3)
    .flatMap(({ command }) => own.map((one) => `${command}.${one}`));
  return [...own, ...inParents].filter((command) => !/[{}]/.test(command));
}

function isSame(found: readonly Element[], wanted: readonly Element[]): boolean {
  return found.length === wanted.length && wanted.every((one) => found.includes(one));
}
