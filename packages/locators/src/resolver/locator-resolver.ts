import { parseTemplate } from '@errand/expressions';
import type { ElementHandle, Page } from 'puppeteer';
import { LocatorSyntaxError } from '../locator-errors.ts';
import { describeLocator, type LocatorExpression } from '../locator-expression.ts';
import { enterFrames } from './enter-frames.ts';
import { InPageError } from './isolated-worlds.ts';
import {
  countLinks,
  findNearMatches,
  type LinkCount,
  type NearSearch,
  tellMatchesApart,
} from './nearest-matches.ts';
import { adoptNodes, countNodes, findNodes } from './query-frame.ts';
import { createMatchWaits } from './match-waits.ts';
import { type FrameMatches, showMatches } from './show-matches.ts';
import { createSessionWorlds } from './session-worlds.ts';
import { untilPageSettles } from './until-page-settles.ts';

/** Resolves locators in one page. Disposing removes everything that it added to the page. */
export interface LocatorResolver extends AsyncDisposable {
  /**
   * Returns the matches in document order, including hidden elements and those in open shadow
   * roots: the first `atMost`, all by default. The caller disposes the handles.
   */
  readonly queryAll: (
    expression: LocatorExpression,
    options: Wait & { readonly atMost?: number },
  ) => Promise<ElementHandle[]>;
  /** Returns the number of matches. If several iframes match, enters the first. */
  readonly count: (expression: LocatorExpression, options: Wait) => Promise<number>;
  /**
   * Returns the number of matches now, and what the first `atMost` of them show, in document order.
   * Takes one round trip for each frame that the expression enters, and one more.
   */
  readonly show: (
    expression: LocatorExpression,
    options: Wait & { readonly atMost: number },
  ) => Promise<FrameMatches>;
  /**
   * Waits in the page until there are `atLeast` (default 1) matches, then returns all of them. Only
   * `signal` ends the wait.
   */
  readonly waitForMatches: (
    expression: LocatorExpression,
    options: Wait & { readonly atLeast?: number },
  ) => Promise<ElementHandle[]>;
  /**
   * Whether the locator matches a single element: the handle that `waitForMatches` returned. Takes
   * one round trip. Also false if another wait has run in its frame since.
   */
  readonly isStillOnly: (
    expression: LocatorExpression,
    handle: ElementHandle,
    options: Wait,
  ) => Promise<boolean>;
  readonly describe: (expression: LocatorExpression) => string;
  /**
   * Counts the elements that each step leaves, up to the first that leaves none. Fails if the page
   * goes away.
   */
  readonly countLinks: (
    expression: LocatorExpression,
    onCount: (link: LinkCount) => void,
  ) => Promise<void>;
  /**
   * Searches every frame for the elements most similar to the target, each with a locator that
   * matches only it.
   */
  readonly findNear: (search: NearSearch) => Promise<void>;
  /** Finds, for each of the first matches, a locator that matches only it. */
  readonly tellApart: (search: NearSearch, atMost: number) => Promise<void>;
}

interface Wait {
  /** Aborts the call; its reason is thrown. */
  readonly signal: AbortSignal;
}

/**
 * Prepares a page for locators. Calls continue across navigations: if the document goes away during
 * a query, the query is repeated in the next one. They throw `AmbiguousFrameError`,
 * `NotAFrameError`, `PageClosedError`.
 */
export async function createLocatorResolver(page: Page): Promise<LocatorResolver> {
  const worlds = createSessionWorlds();
  const waits = createMatchWaits({ page, worlds });
  await worlds.of(page.mainFrame());
  const settle = <Result>(
    expression: LocatorExpression,
    { signal }: Wait,
    attempt: () => Promise<Result>,
  ) =>
    untilPageSettles(() => explainSelectorErrors(expression, attempt), {
      page,
      signal,
      locator: describeLocator(expression),
    });

  return {
    queryAll: (expression, options) =>
      settle(expression, options, async () => {
        const frame = await enterFrames(expression, { page, worlds, isStrict: true });
        if (!frame) return [];
        const { atMost } = options;
        const parameters = [expression.target, ...(atMost === undefined ? [] : [atMost])];
        const call = { method: 'queryAll', parameters } as const;
        return adoptNodes(frame, (await findNodes(frame, await worlds.of(frame), call)) ?? []);
      }),
    count: (expression, options) =>
      settle(expression, options, async () => {
        const frame = await enterFrames(expression, { page, worlds, isStrict: false });
        return frame ? countNodes(frame, await worlds.of(frame), expression.target) : 0;
      }),
    show: (expression, options) =>
      settle(expression, options, () => showMatches(expression, options.atMost, { page, worlds })),
    async waitForMatches(expression, { signal, atLeast = 1 }) {
      for (;;) {
        const attempt = () => waits.waitOneSlice(expression, atLeast);
        const handles = await settle(expression, { signal }, attempt);
        if (handles) return handles;
      }
    },
    isStillOnly: (expression, handle, options) =>
      settle(expression, options, () => waits.isStillOnly(expression, handle)),
    describe: describeLocator,
    countLinks: (expression, onCount) => countLinks(expression, { page, worlds }, onCount),
    findNear: (search) => findNearMatches(search, { page, worlds }),
    tellApart: (search, atMost) => tellMatchesApart(search, atMost, { page, worlds }),
    [Symbol.asyncDispose]: () => worlds[Symbol.asyncDispose](),
  };
}

async function explainSelectorErrors<Result>(
  { source }: LocatorExpression,
  attempt: () => Promise<Result>,
): Promise<Result> {
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof InPageError)) throw error;
    const place = { source, position: 0 };
    // The browser's message quotes the selector, including its values.
    const hasValues = parseTemplate(source).segments.some(({ kind }) => kind === 'placeholder');
    if (hasValues) {
      throw new LocatorSyntaxError(
        'After its placeholders are filled in, the browser does not accept it.',
        place,
      );
    }
    const problem = `The browser does not accept it: ${error.message}`;
    throw new LocatorSyntaxError(problem, place, { cause: error });
  }
}
