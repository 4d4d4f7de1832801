import { parseLocator } from '@errand/locators';
import { callIn } from '../browser/call-in-page.ts';
import { createDeadline, settlesWithin } from '../../deadline.ts';
import { framesWithDocument } from '../browser/isolated-realm.ts';
import { onCurrentPage } from '../pages/on-current-page.ts';
import { waitForConsequences } from '../pages/wait-until-quiet.ts';
import type { WatchedPage } from '../pages/watched-page.ts';
import type { PageRun } from '../page-run.ts';
import { awaitResponse, onNextDocument, RESPONDS_WITHIN_MS } from './await-response.ts';
import { waitForFirstMatch } from './find-element.ts';

/** How long the number must stay unchanged to be final. */
const STEADY_MS = 1000;
/**
 * Stops waiting earlier if the document has been unchanged, with nothing loading, for this long.
 * Time before the count started also counts.
 */
const STILL_MS = 500;
/** A page may add and remove elements forever. After this time the last number counts. */
const LONGEST_COUNT_MS = 30_000;

/**
 * Waits for the first match for at most `timeoutMs`, and then until the number of matches is
 * steady. Returns 0 if there are none. Throws `SilentPageError`.
 */
export async function countMatches(
  run: PageRun,
  source: string,
  timeoutMs: number,
): Promise<number> {
  const { signal } = run;
  const expression = parseLocator(source, run.bindings);
  return onCurrentPage(run.pages, async () => {
    const watched = run.pages.current();
    await waitForConsequences(watched, signal);
    const resolver = await run.resolverOf(watched.page);
    const deadline = createDeadline(timeoutMs, signal);
    const silentUntil = createDeadline(Math.max(timeoutMs, RESPONDS_WITHIN_MS), signal);
    const search = { watched, resolver, expression, deadline, silentUntil };
    if (!(await waitForFirstMatch(search))) return 0;
    const wait = { expression, timeoutMs: RESPONDS_WITHIN_MS, signal };
    const count = () => awaitResponse(resolver.count(expression, { signal }), wait);
    const look = () => onNextDocument(watched, signal, count);
    return untilSteady(watched, look, signal);
  });
}

async function untilSteady(
  watched: WatchedPage,
  look: () => Promise<number>,
  signal: AbortSignal,
): Promise<number> {
  const deadline = createDeadline(LONGEST_COUNT_MS, signal);
  let count = await look();
  let unchangedFrom = performance.now();
  for (;;) {
    const isStill = await becomesStill(watched, STEADY_MS, signal);
    const next = await look();
    if (isStill || deadline.remainingMs() === 0) return next;
    if (next !== count) unchangedFrom = performance.now();
    if (performance.now() - unchangedFrom >= STEADY_MS) return next;
    count = next;
  }
}

/**
 * Returns whether loading ended and the document stayed unchanged for a while before the timeout.
 */
async function becomesStill(
  watched: WatchedPage,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<boolean> {
  const deadline = createDeadline(timeoutMs, signal);
  const frames = framesWithDocument(watched.page);
  const waits = frames.map((frame) => callIn(frame, 'waitForUnchanged', STILL_MS, timeoutMs));
  await settlesWithin(Promise.allSettled(waits), timeoutMs, signal);
  if (deadline.remainingMs() === 0) return false;
  const { network, navigation } = watched;
  if (network.inFlight().length === 0 && !navigation.isNavigating()) return true;
  await settlesWithin(network.nextChange(), deadline.remainingMs(), signal);
  return false;
}
