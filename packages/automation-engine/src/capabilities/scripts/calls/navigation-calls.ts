import { abortable } from '@errand/foundation';
import type { Page } from 'puppeteer';
import { z } from 'zod';
import { type Deadline, settlesWithin } from '../../../deadline.ts';
import { NavigationError, WaitTimeoutError } from '../../../errors.ts';
import { goBack } from '../../../page/pages/go-back.ts';
import { navigate } from '../../../page/pages/navigate.ts';
import { waitUntilQuiet } from '../../../page/pages/wait-until-quiet.ts';
import { type CallTable, defineCall, pageFields, shortText } from '../define-call.ts';
import { deadlineOf, type ScriptWorld, settle } from '../script-world.ts';

/** The browser aborts a navigation shortly before it reports the download that resulted. */
const DOWNLOAD_NOTICE_MS = 1000;

/** Where a script can take a page. */
export const navigationCalls: CallTable = {
  'page.goto': defineCall(
    z.strictObject({
      ...pageFields,
      url: shortText(),
      wait_until: z.enum(['load', 'domcontentloaded', 'networkidle', 'commit']),
    }),
    async (world, { url, wait_until: state, ...place }) => {
      const { downloads } = world.run;
      const { startedCount } = downloads;
      const { signal } = world;
      const watched = world.pageOf(place.page);
      const startedDownload = () =>
        downloads.startsBeyond(startedCount, { timeoutMs: DOWNLOAD_NOTICE_MS, signal });
      const deadline = deadlineOf(world, place);
      const timeoutMs = longestMs(world, deadline);
      const going = navigate(watched.page, url, { signal, timeoutMs, startedDownload });
      await inTime(going, deadline, url);
      if (state === 'networkidle') await waitUntilQuiet(watched, deadline.remainingMs(), signal);
    },
  ),
  'page.reload': move((page, { signal }) => page.reload({ timeout: 0, signal })),
  'page.go_forward': move((page, { signal }) => page.goForward({ timeout: 0, signal })),
  'page.go_back': move(goBack),
  'page.next_url': defineCall(
    z.strictObject({ ...pageFields, known: shortText() }),
    async (world, { known, ...place }) => {
      const { page } = world.pageOf(place.page);
      const { promise, resolve } = Promise.withResolvers<void>();
      const onNavigated = () => resolve();
      page.on('framenavigated', onNavigated);
      try {
        if (page.url() === known) await settlesWithin(promise, place.timeout, world.signal);
        return page.url();
      } finally {
        page.off('framenavigated', onNavigated);
      }
    },
  ),
  'page.bring_to_front': defineCall(z.strictObject(pageFields), async (world, { page }) => {
    const watched = world.pageOf(page);
    world.run.pages.select(watched);
    await abortable(watched.page.bringToFront(), world.signal);
  }),
  'page.close': defineCall(z.strictObject(pageFields), async (world, { page }) => {
    await abortable(world.pageOf(page).page.close(), world.signal);
  }),
};

/**
 * Limit of the navigation itself. Longer than the timeout of the call, which therefore always
 * expires first.
 */
function longestMs({ run }: ScriptWorld, { timeoutMs }: Deadline): number {
  return Math.max(run.limits.navigationMs, timeoutMs + 1000);
}

function move(
  how: (
    page: Page,
    options: { readonly signal: AbortSignal; readonly timeoutMs: number },
  ) => Promise<unknown>,
) {
  return defineCall(z.strictObject(pageFields), async (world, place) => {
    const watched = world.pageOf(place.page);
    const deadline = deadlineOf(world, place);
    const options = { signal: world.signal, timeoutMs: longestMs(world, deadline) };
    const going = goOn(how(watched.page, options), watched.page.url());
    await inTime(going, deadline, watched.page.url());
    await settle(world, watched);
  });
}

async function goOn(moving: Promise<unknown>, url: string): Promise<void> {
  try {
    await moving;
  } catch (error) {
    const reason = error instanceof Error && /net::\w+/.exec(error.message)?.[0];
    if (!reason) throw error;
    throw new NavigationError(url, reason, { cause: error });
  }
}

async function inTime(
  navigating: Promise<void>,
  { timeoutMs, signal }: Deadline,
  url: string,
): Promise<void> {
  navigating.catch(() => undefined);
  if (await settlesWithin(navigating, timeoutMs, signal)) return;
  throw new WaitTimeoutError(`Loading ${url}`, timeoutMs);
}
