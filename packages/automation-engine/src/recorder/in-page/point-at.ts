import type { PointMode, PointedNote } from '../notes.ts';
import { describeTarget, meantBy } from './describe-target.ts';
import { findRows } from './find-rows.ts';
import { takeHovered } from './follow-hovering.ts';
import { beginGesture } from './gestures.ts';
import { innermost, onTrusted, report } from './report.ts';
import { isSecretField, secretTextOf } from './secret-marks.ts';
import { markIfShown, secretFinder } from './shown-secrets.ts';

const LONGEST_TEXT = 300;
/** A row of headings, which a plain table has at its start. */
const HEADINGS = 'thead tr, [role=row], tr:first-child:has(> th):not(:has(> td))';
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
  };
  const candidates = meant === 'each' ? findRows(element) : [];
  const [rows] = candidates;
  report(rows ? { ...note, rows, target: { ...target, candidates } } : note);
}

/** What describes the text of an element: its test ID, column heading or preceding cell. */
function headingOf(element: Element): string {
  const testId = element.closest('[data-testid]')?.getAttribute('data-testid');
  const cell = element.closest('td, dd, [role=cell], [role=gridcell]');
  const head = cell?.closest('table, [role=grid], [role=table]')?.querySelector(HEADINGS);
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
  if (!isField && secretFinder()(text)) return { isField, text: '' };
  return { isField, text: text.replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST_TEXT) };
}
