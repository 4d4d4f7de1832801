import { settlesWithin } from '../deadline.ts';
import type { WatchedPage } from '../pages/watched-page.ts';
import type { Evidence } from '../run-events.ts';
import type { RunState } from '../run-state.ts';
import { whileMasked } from '../screenshots/while-masked.ts';
import { snapshotAccessibility } from './snapshot-accessibility.ts';

const evidenceTimeoutMs = 5000;
const longestTitle = 500;
const longestUrl = 8192;
const longestLine = 500;

type Pictures = Pick<Evidence, 'screenshot' | 'title' | 'accessibilitySnapshot'>;

/**
 * What can still be got of the page. Never throws: the failure that asks for it matters more. The page is
 * asked for nothing once the run is aborted or has collected enough of pictures.
 */
export async function collectEvidence(run: RunState): Promise<Evidence | undefined> {
  if (run.pages.count === 0) return undefined;
  const watched = run.pages.current();
  const mayAsk = !run.signal.aborted && run.takesPictureEvidence();
  const pictures = mayAsk ? await takePictures(watched, run) : {};
  return {
    ...pictures,
    pageUrl: run.redact(watched.page.url()).slice(0, longestUrl),
    consoleTail: watched.consoleTail().map((line) => run.redact(line).slice(0, longestLine)),
  };
}

async function takePictures(
  { page }: WatchedPage,
  { secrets, redact, signal }: RunState,
): Promise<Pictures> {
  const pictures: { -readonly [Name in keyof Pictures]: Pictures[Name] } = {};
  // Each for itself: what is there when the time is up counts.
  const parts = Promise.allSettled([
    page.title().then((title) => (pictures.title = redact(title).slice(0, longestTitle))),
    whileMasked(page, secrets, () => page.screenshot()).then(
      (screenshot) => (pictures.screenshot = screenshot),
    ),
    snapshotAccessibility(page, redact).then(
      (snapshot) => (pictures.accessibilitySnapshot = snapshot),
    ),
  ]);
  await Promise.allSettled([settlesWithin(parts, evidenceTimeoutMs, signal)]);
  return { ...pictures };
}
