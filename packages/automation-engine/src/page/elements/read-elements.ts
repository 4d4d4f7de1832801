import { describeLocator, type LocatorExpression, parseLocator } from '@errand/locators';
import type { ElementHandle } from 'puppeteer';
import { type ActingElement, onElement } from '../acting/acting-element.ts';
import { callOn } from '../browser/call-in-page.ts';
import type { ReadTable } from '../in-page/read-table.ts';
import { createDeadline } from '../../deadline.ts';
import { LocatorNotFoundError } from '../../errors.ts';
import { onCurrentPage } from '../pages/on-current-page.ts';
import { waitForCommit } from '../pages/wait-until-quiet.ts';
import type { PageRun } from '../page-run.ts';
import { countMatches } from './count-matches.ts';
import { findElement, findFirstElement, type Search } from './find-element.ts';

const EXTRACTION_TIMEOUT_MS = 5000;
/** Maximum element handles that are held at once. */
const MOST_MATCHES = 20_000;

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
      texts: await callOn(handle, 'readElementTexts', attribute ?? null),
    }));
    return texts;
  });
  return found?.[0];
}

/**
 * Reads all matches, in document order, once their number is steady; empty if there are none in
 * time.
 */
export async function readAll(
  run: PageRun,
  command: string,
  attribute: string | undefined,
): Promise<readonly ReadText[]> {
  if ((await countMatches(run, command, EXTRACTION_TIMEOUT_MS)) === 0) return [];
  const found = await readFound(run, command, async (search) => {
    const { resolver, expression, deadline } = search;
    let others: readonly ElementHandle[] = [];
    const find = async () => {
      const handles = await resolver.queryAll(expression, { signal: deadline.signal });
      const [first, ...rest] = handles;
      if (!first) throw new LocatorNotFoundError(describeLocator(expression), 0);
      others = rest.slice(0, MOST_MATCHES);
      return first;
    };
    const { texts } = await onElement({ ...describeSearch(search), find }, async (handle) => {
      try {
        return {
          state: 'read',
          texts: await callOn(handle, 'readElementTexts', attribute ?? null, ...others),
        };
      } finally {
        await Promise.allSettled(others.map((other) => other.dispose()));
      }
    });
    return texts;
  });
  return found ?? [];
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
      callOn(handle, 'readTable'),
    ),
  );
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
  return { watched, resolver, expression, deadline };
}

function describeSearch({ watched, expression, deadline }: Search): Omit<ActingElement, 'find'> {
  const { page, pointer } = watched;
  return { page, pointer, deadline, locator: describeLocator(expression), isVerified: true };
}
