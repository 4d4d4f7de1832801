import { openDeadline } from '@errand/foundation';
import { encodePng } from '@errand/desktop';
import { settlesWithin } from '../../deadline.ts';
import { takeScreenPicture } from '../../screen/take-screen-picture.ts';
import type { WatchedPage } from '../../page/pages/watched-page.ts';
import type { Evidence } from '../../reports/run-events.ts';
import type { PicturedRun } from '../pictured-run.ts';
import { whileMasked } from '../../page/screenshots/while-masked.ts';
import { snapshotAccessibility } from './snapshot-accessibility.ts';

const EVIDENCE_TIMEOUT_MS = 5000;
/** Secrets on a screen are located by text recognition, which takes seconds on a busy machine. */
const SCREEN_TIMEOUT_MS = 20_000;
const LONGEST_TITLE = 500;
const LONGEST_URL = 8192;
const LONGEST_LINE = 500;
const LONGEST_REQUEST = 1000;

type Pictures = Pick<Evidence, 'screenshot' | 'title' | 'accessibilitySnapshot'>;

/**
 * Collects what is still available of the page. Never throws: the original failure matters more.
 * Does not query the page once the run is aborted or has enough screenshots.
 */
export async function collectEvidence(run: PicturedRun): Promise<Evidence | undefined> {
  if (run.pages.count === 0) return collectOfScreen(run);
  const watched = run.pages.current();
  const mayAsk = !run.signal.aborted && run.takesPictureEvidence();
  const pictures = mayAsk ? await takePictures(watched, run) : {};
  return {
    ...pictures,
    pageUrl: run.redact(watched.page.url()).slice(0, LONGEST_URL),
    consoleTail: run.secrets.hasMissedSome()
      ? []
      : watched.consoleTail().map((line) => run.redact(line).slice(0, LONGEST_LINE)),
    networkTail: watched
      .networkTail()
      .map((request) => ({ ...request, url: run.redact(request.url).slice(0, LONGEST_REQUEST) })),
  };
}

/** A remote desktop provides only a screenshot. */
async function collectOfScreen(run: PicturedRun): Promise<Evidence | undefined> {
  const { desktop, signal } = run;
  if (!desktop || signal.aborted || !run.takesPictureEvidence()) return undefined;
  const taking = takeScreenPicture(desktop, run);
  const [inTime] = await Promise.allSettled([settlesWithin(taking, SCREEN_TIMEOUT_MS, signal)]);
  if (inTime.status === 'rejected' || !inTime.value) return undefined;
  return { screenshot: encodePng(await taking), pageUrl: '', consoleTail: [], networkTail: [] };
}

async function takePictures({ page }: WatchedPage, run: PicturedRun): Promise<Pictures> {
  const { desktop, secrets, redact, signal } = run;
  const pictures: { -readonly [Name in keyof Pictures]: Pictures[Name] } = {};
  const timeoutMs = desktop ? SCREEN_TIMEOUT_MS : EVIDENCE_TIMEOUT_MS;
  // Not disposed: only this signal stops a screenshot that is late.
  const { signal: inTime } = openDeadline(signal, timeoutMs);
  // Independent of each other: whatever is ready when the time is up is kept.
  const parts = Promise.allSettled([
    page.title().then((title) => (pictures.title = redact(title).slice(0, LONGEST_TITLE))),
    (desktop
      ? takeScreenPicture(desktop, run).then(encodePng)
      : whileMasked(page, { secrets, signal: inTime }, () => page.screenshot())
    ).then((screenshot) => (pictures.screenshot = screenshot)),
    snapshotAccessibility(page, { secrets, signal }).then(
      (snapshot) => (pictures.accessibilitySnapshot = snapshot),
    ),
  ]);
  await Promise.allSettled([settlesWithin(parts, timeoutMs, signal)]);
  return { ...pictures };
}
