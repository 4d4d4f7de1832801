import { markDialog } from './mark-dialog.ts';
import { markDownload } from './mark-download.ts';
import type { NoteEvent, RecordedEvent } from './recorded-events.ts';
import { type AddStep, publicAddress, type Step } from './recorded-steps.ts';

const PAGE_ACTS_WITHIN_MS = 10_000;
const PAGE_GOES_BACK_WITHIN_MS = 1_500;
const PAGE_CLOSES_WITHIN_MS = 3_000;

/** What is known about the pages of a recording. */
export interface RecordedPages {
  readonly open: string[];
  readonly current: CurrentPage;
  readonly steps: readonly Step[];
  readonly add: AddStep;
  readonly addFault: (message: string) => void;
  readonly comeTo: (event: { readonly page: string; readonly at: number }) => void;
}

export interface CurrentPage {
  page: string;
  /** A tab that the person opened and has not used yet. */
  newTab: string | undefined;
  /** Tabs that pages opened, and so can close. */
  readonly opened: Set<string>;
  /** Of these tabs, those that have not loaded their first document yet. */
  readonly fresh: Set<string>;
}

/** Adds a step for what happened to a page, or marks the step that caused it. */
export function addPageEvent(event: Exclude<RecordedEvent, NoteEvent>, pages: RecordedPages): void {
  const { open, current, steps, addFault } = pages;
  const last = steps.at(-1);
  const sinceMs = last ? event.at - last.at : Infinity;
  if (event.kind === 'dialog') markDialog(event, steps, addFault);
  if (event.kind === 'download') markDownload(steps, event.at, addFault);
  if (event.kind === 'page-opened') {
    open.push(event.page);
    if (!event.isByPage) current.newTab = event.page;
    else {
      if (last && sinceMs < PAGE_ACTS_WITHIN_MS) last.hasNewTab = true;
      current.page = event.page;
      current.opened.add(event.page);
      current.fresh.add(event.page);
    }
  }
  if (event.kind === 'page-closed') close(event, pages);
  if (event.kind === 'navigated') navigate(event, pages);
}

function close(
  { page, at }: { readonly page: string; readonly at: number },
  { open, current, steps, add }: RecordedPages,
): void {
  const index = open.indexOf(page);
  if (index < 0) return;
  open.splice(index, 1);
  if (current.newTab === page) current.newTab = undefined;
  if (current.page !== page) return;
  const last = steps.at(-1);
  const isAnswer =
    last !== undefined && current.opened.has(page) && at - last.at < PAGE_CLOSES_WITHIN_MS;
  // A tab that only begins a download closes by itself.
  if (isAnswer && last.hasNewTab && last.hasDownload) last.hasNewTab = false;
  else if (!(isAnswer && last.page === page) && open.length > 0)
    add(page, { kind: 'close' }, { at });
  current.page = open.at(-1) ?? '';
}

function navigate(
  { page, url, way, at }: Extract<RecordedEvent, { readonly kind: 'navigated' }>,
  { current, comeTo, steps, add }: RecordedPages,
): void {
  const last = steps.at(-1);
  const isAnswer = last?.page === page && at - last.at < PAGE_GOES_BACK_WITHIN_MS;
  if (current.fresh.delete(page) || way === 'other' || (way === 'back' && isAnswer)) return;
  const isNewTab = current.newTab === page;
  if (isNewTab) {
    current.newTab = undefined;
    current.page = page;
  } else comeTo({ page, at });
  const more = { at, pageUrl: publicAddress(url) };
  if (way === 'back') add(page, { kind: 'back' }, more);
  else add(page, { kind: 'go', url, hasNewTab: isNewTab }, more);
}
