import {
  describeLocator,
  type LocatorExpression,
  parseLocator,
  showLocator,
} from '@errand/locators';
import type { ElementHandle } from 'puppeteer';
import { type ActingElement, onElement } from '../acting/acting-element.ts';
import { callOn } from '../browser/call-in-page.ts';
import type { ReadTable } from '../in-page/read-table.ts';
import { createDeadline } from '../../deadline.ts';
import { LimitExceededError, LocatorNotFoundError } from '../../errors.ts';
import { onCurrentPage } from '../pages/on-current-page.ts';
import { waitForCommit } from '../pages/wait-until-quiet.ts';
import type { RunLimits } from '../../run-limits.ts';
import type { PageRun } from '../page-run.ts';
import { awaitResponse, RESPONDS_WITHIN_MS } from './await-response.ts';
import { countMatches } from './count-matches.ts';
import {
  disposeAll,
  findElement,
  findFirstElement,
  lookOnce,
  type Search,
} from './find-element.ts';

const EXTRACTION_TIMEOUT_MS = 5000;
/**
 * Reading a large table, or many elements, takes a busy page a long time. A frame that hangs never
 * finishes.
 */
const READ_WITHIN_MS = 60_000;

/** Text or value of an element, or one of its attributes; null if it lacks the attribute. */
export type ReadText = string | null;

/** Reads the first match; undefined if there is none in time. */
export async function readFirst(
  run: PageRun,
  command: string,
  attribute: string | undefined,
): Promise<ReadText | undefined> {
  const found = await readFound(run, command, async (search) => {
    const element = { ...describeSearch(search), find: () => findFirstElement(search) };
    const { texts } = await onElement(element, async (handle) => ({
      state: 'read',
      texts: await inTime(search, callOn(handle, 'readElementTexts', attribute ?? null)),
    }));
    return texts;
  });
  return found?.[0];
}

/**
 * Reads all matches, in document order, once their number is steady; empty if there are none in
 * time. Throws `LimitExceededError`: a partial list looks like a shorter list.
 */
export async function readAll(
  run: PageRun & { readonly limits: Pick<RunLimits, 'maxReadElements'> },
  command: string,
  attribute: string | undefined,
): Promise<readonly ReadText[]> {
  if ((await countMatches(run, command, EXTRACTION_TIMEOUT_MS)) === 0) return [];
  const { maxReadElements: most } = run.limits;
  const found = await readFound(run, command, async (search) => {
    const { expression, deadline } = search;
    const silentUntil = createDeadline(READ_WITHIN_MS, deadline.signal);
    let others: readonly ElementHandle[] = [];
    const find = async () => {
      const handles = await lookOnce({ ...search, silentUntil }, most + 1);
      const [first, ...rest] = handles;
      if (!first) throw new LocatorNotFoundError(describeLocator(expression), 0);
      if (handles.length > most) {
        await disposeAll(handles);
        throw tooMany(expression, most);
      }
      others = rest;
      return first;
    };
    const { texts } = await onElement({ ...describeSearch(search), find }, async (handle) => {
      const reading = callOn(handle, 'readElementTexts', attribute ?? null, ...others);
      try {
        return { state: 'read', texts: await inTime(search, reading) };
      } finally {
        // Not awaited: a frame that hangs does not release them.
        void disposeAll(others);
      }
    });
    return texts;
  });
  return found ?? [];
}

function tooMany(expression: LocatorExpression, most: number): LimitExceededError {
  const what = `${showLocator(expression)} matches more than ${most} elements, and part of them would be an incomplete list`;
  return new LimitExceededError(
    'maxReadElements',
    `${what}. Narrow the locator, or read the page part by part`,
  );
}

/**
 * Reads the rows of the only matching table; undefined if there is none in time. Throws
 * `LocatorAmbiguousError`, `WrongElementError`.
 */
export async function readOneTable(run: PageRun, command: string): Promise<ReadTable | undefined> {
  // Its rows may still be loading.
  if ((await countMatches(run, command, EXTRACTION_TIMEOUT_MS)) === 0) return undefined;
  return readFound(run, command, (search) =>
    onElement({ ...describeSearch(search), find: () => findElement(search) }, (handle) =>
      inTime(search, callOn(handle, 'readTable')),
    ),
  );
}

function inTime<Value>(
  { expression, deadline: { signal } }: Search,
  reading: Promise<Value>,
): Promise<Value> {
  return awaitResponse(reading, { expression, timeoutMs: READ_WITHIN_MS, signal });
}

async function readFound<Result>(
  run: PageRun,
  command: string,
  read: (search: Search) => Promise<Result>,
): Promise<Result | undefined> {
  const expression = parseLocator(command, run.bindings);
  try {
    return await onCurrentPage(run.pages, async () => read(await beginSearch(run, expression)));
  } catch (error) {
    if (error instanceof LocatorNotFoundError) return undefined;
    throw error;
  }
}

/** Begins a search whose time starts only when a pending navigation has committed. */
async function beginSearch(run: PageRun, expression: LocatorExpression): Promise<Search> {
  const watched = run.pages.current();
  await waitForCommit(watched, run.signal);
  const resolver = await run.resolverOf(watched.page);
  const deadline = createDeadline(EXTRACTION_TIMEOUT_MS, run.signal);
  // A frame that hangs may contain a match, so it does not count as having none.
  const silentUntil = createDeadline(RESPONDS_WITHIN_MS, run.signal);
  return { watched, resolver, expression, deadline, silentUntil };
}

function describeSearch({ watched, expression, deadline }: Search): Omit<ActingElement, 'find'> {
  const { page, pointer } = watched;
  return { page, pointer, deadline, locator: describeLocator(expression), isVerified: true };
}
