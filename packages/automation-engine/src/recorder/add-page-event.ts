import { markDialog } from './mark-dialog.ts';
import { markDownload } from './mark-download.ts';
import type { NoteEvent, RecordedEvent } from './recorded-events.ts';
import {
  type Act,
  type AddStep,
  LOGIN_LEFT_OUT,
  publicAddress,
  type Step,
  withoutLogin,
} from './recorded-steps.ts';

const PAGE_ACTS_WITHIN_MS = 10_000;
const PAGE_LEAVES_WITHIN_MS = 1_500;
const PAGE_CLOSES_WITHIN_MS = 3_000;
/** A portal may be slow to show the previous page. */
const PERSON_LEAVES_WITHIN_MS = 30_000;
/** Addresses of tabs that show nothing yet. */
export const EMPTY_PAGES = /^(?:about:blank|chrome:\/\/newtab\/|chrome:\/\/new-tab-page\/?)/;

/** What is known about the pages of a recording. */
export interface RecordedPages {
  /** The pages that a replay also has, in the order in which they opened. */
  readonly open: string[];
  readonly current: CurrentPage;
  readonly steps: readonly Step[];
  readonly add: AddStep;
  readonly addFault: (message: string) => void;
  readonly comeTo: (event: { readonly page: string; readonly at: number }) => void;
}

export interface CurrentPage {
  page: string;
  /** Tabs that the person opened and has not used yet. */
  readonly empty: Set<string>;
  /** Tabs that pages opened and can therefore close. */
  readonly opened: Set<string>;
  /** Of these tabs, those that have not loaded their first document yet. */
  readonly fresh: Set<string>;
  /** How the last document of each page ended, if that is known. */
  readonly left: Map<string, { readonly isByPage: boolean }>;
  /** The last step that was followed by a navigation. */
  answered: Step | undefined;
  /** The last press of a key or button that goes back or forward. */
  leaving: { readonly page: string; readonly at: number } | undefined;
}

/** Adds a step for what happened to a page, or marks the step that caused it. */
export function addPageEvent(event: Exclude<RecordedEvent, NoteEvent>, pages: RecordedPages): void {
  const { steps, addFault } = pages;
  if (event.kind === 'dialog') markDialog(event, steps, addFault);
  if (event.kind === 'download') markDownload(steps, event.at, addFault);
  if (event.kind === 'page-opened') open(event, pages);
  if (event.kind === 'page-closed') close(event, pages);
  if (event.kind === 'navigated') navigate(event, pages);
  if (event.kind === 'detached-upload') upload(event, pages);
}

function open(
  { page, at, isByPage }: Extract<RecordedEvent, { readonly kind: 'page-opened' }>,
  { open: known, current, steps, addFault }: RecordedPages,
): void {
  // A replay opens a person's new tab directly at its first address.
  if (!isByPage) return void current.empty.add(page);
  const last = steps.at(-1);
  const isCause = last !== undefined && at - last.at < PAGE_ACTS_WITHIN_MS && mayOpen(last.act);
  if (isCause) last.hasNewTab = true;
  else addFault(describeUnexpected(steps, at));
  known.push(page);
  current.page = page;
  current.opened.add(page);
  current.fresh.add(page);
}

/** Only interactions expect tabs. */
function mayOpen({ kind }: Act): boolean {
  return !['assert', 'end-loop', 'extract', 'loop'].includes(kind);
}

function describeUnexpected(steps: readonly Step[], at: number): string {
  const last = steps.at(-1);
  if (!last) return 'A tab opened that no step expects: what was done in it may fail in a run.';
  const seconds = ((at - last.at) / 1000).toFixed(1);
  return `Step ${steps.length} (${last.act.kind}): a tab opened ${seconds} s later, which no step expects. If a step opens it, set expect_new_tab and max_new_tab_wait_time of its node.`;
}

function close(
  { page, at }: { readonly page: string; readonly at: number },
  { open: known, current, steps, add, addFault }: RecordedPages,
): void {
  current.empty.delete(page);
  const index = known.indexOf(page);
  if (index < 0) return;
  const last = steps.at(-1);
  const isSoon =
    last !== undefined && current.opened.has(page) && at - last.at < PAGE_CLOSES_WITHIN_MS;
  // A tab that only starts a download closes by itself.
  const isDownload = isSoon && last.hasNewTab && last.hasDownload;
  const left = current.left.get(page);
  const isAnswer = isDownload || (isSoon && left?.isByPage === true);
  const isCurrent = current.page === page;
  if (!isCurrent && isAnswer) return void known.splice(index, 1);
  // A replay closes only the current tab.
  if (!isCurrent) add(page, { kind: 'switch', index }, { at });
  known.splice(index, 1);
  if (isDownload) last.hasNewTab = false;
  else if (!(isAnswer && last.page === page) && known.length > 0) {
    add(page, { kind: 'close' }, { at });
    if (isSoon && !left) addFault(describeClosing(steps.length));
  }
  current.page = known.at(-1) ?? '';
}

function describeClosing(number: number): string {
  return `Step ${number} (close): a tab closed that showed no document, so it is not known who closed it. Remove the step if the page closes the tab.`;
}

function navigate(
  event: Extract<RecordedEvent, { readonly kind: 'navigated' }>,
  { open: known, current, comeTo, steps, add, addFault }: RecordedPages,
): void {
  const { page, way, entries, at } = event;
  const url = withoutLogin(event.url);
  const isAnswer = isEffect(event, { current, last: steps.at(-1) });
  if (isEmptyTab(page, url, current)) return;
  const isNewTab = current.empty.delete(page);
  if (isNewTab) known.push(page);
  // Only the person can lead a tab that they opened to its first address.
  if (current.fresh.delete(page) || (way === 'other' && !isNewTab)) return;
  const isHistory = way === 'back' || way === 'forward';
  if (isHistory && isAnswer) return;
  if (isNewTab) current.page = page;
  else comeTo({ page, at });
  if (url !== event.url) addFault(LOGIN_LEFT_OUT);
  const more = { at, pageUrl: publicAddress(url) };
  if (way !== 'back') add(page, { kind: 'go', url, hasNewTab: isNewTab }, more);
  else for (let count = 0; count < entries; count += 1) add(page, { kind: 'back' }, more);
  if (way === 'forward') addFault(describeForward(steps.length));
}

/** A tab opened by the person first shows a page of the browser. */
function isEmptyTab(page: string, url: string, { empty }: CurrentPage): boolean {
  return empty.has(page) && EMPTY_PAGES.test(url);
}

/** Whether the last step made the page navigate. A step causes at most one navigation. */
function isEffect(
  { page, at, way, entries }: Extract<RecordedEvent, { readonly kind: 'navigated' }>,
  { current, last }: { readonly current: CurrentPage; readonly last: Step | undefined },
): boolean {
  const { leaving, answered } = current;
  const isByPerson = leaving?.page === page && at - leaving.at < PERSON_LEAVES_WITHIN_MS;
  if (isByPerson && (way === 'back' || way === 'forward')) {
    current.leaving = undefined;
    return false;
  }
  // Neither an address nor going back is an act on the page.
  if (last?.page !== page || last.gesture === '') return false;
  if (entries !== 0) current.answered = last;
  return last !== answered && at - last.at < PAGE_LEAVES_WITHIN_MS;
}

function describeForward(number: number): string {
  return `Step ${number}: the person went forward in the history. The recording goes to the address instead: check that it shows the same page.`;
}

/** The click opened a file field outside the document, so no change was reported. */
function upload(
  { page, names, at }: Extract<RecordedEvent, { readonly kind: 'detached-upload' }>,
  { steps, addFault }: RecordedPages,
): void {
  const last = steps.at(-1);
  const isCause = last?.page === page && at - last.at < PAGE_ACTS_WITHIN_MS;
  if (isCause && last.act.kind === 'click') last.act = { kind: 'upload', names };
  else
    addFault('Files were given to a file chooser that no click opened: add an upload_file step.');
}
