import { abortable, pause } from '@errand/foundation';
import { type LocatorExpression, parseLocator } from '@errand/locators';
import type { BoundingBox, ElementHandle, Page } from 'puppeteer';
import { createDeadline } from '../../deadline.ts';
import { LocatorNotFoundError } from '../../errors.ts';
import { waitForCommit } from '../../page/pages/wait-until-quiet.ts';
import type { CaptchaRun } from './captcha-run.ts';
import { takeImage } from '../../page/screenshots/take-image.ts';
import { awaitResponse, RESPONDS_WITHIN_MS } from '../../page/elements/await-response.ts';
import { findFirstElement } from '../../page/elements/find-element.ts';

/** Interval between visibility checks of an element that exists. */
const LOOK_AGAIN_MS = 100;

/**
 * The first match, scrolled into view. Throws `LocatorNotFoundError`, and `SilentPageError` if its
 * page or frame does not respond: whether it is there is unknown. The caller disposes the handle.
 */
export async function findPart(
  run: CaptchaRun,
  command: string,
  timeoutMs: number,
): Promise<ElementHandle> {
  const watched = run.pages.current();
  await waitForCommit(watched, run.signal);
  const resolver = await run.resolverOf(watched.page);
  const expression = parseLocator(command, run.bindings);
  const deadline = createDeadline(timeoutMs, run.signal);
  const silentUntil = createDeadline(Math.max(timeoutMs, RESPONDS_WITHIN_MS), run.signal);
  const handle = await findFirstElement({ watched, resolver, expression, deadline, silentUntil });
  await disposeOnError(handle, inTime(run, expression, handle.scrollIntoView()));
  return handle;
}

/** Like `findPart`, but returns undefined if the element does not become visible in time. */
export async function findVisiblePart(
  run: CaptchaRun,
  command: string,
  timeoutMs: number,
): Promise<ElementHandle | undefined> {
  const endsAt = performance.now() + timeoutMs;
  for (;;) {
    const leftMs = Math.max(0, endsAt - performance.now());
    try {
      const handle = await findPart(run, command, leftMs);
      const expression = parseLocator(command, run.bindings);
      const isVisible = inTime(run, expression, handle.isVisible());
      if (await disposeOnError(handle, isVisible)) return handle;
      await handle.dispose();
    } catch (error) {
      if (!(error instanceof LocatorNotFoundError)) throw error;
    }
    if (leftMs === 0) return undefined;
    await pause(Math.min(LOOK_AGAIN_MS, leftMs), run.signal);
  }
}

async function disposeOnError<Value>(handle: ElementHandle, call: Promise<Value>): Promise<Value> {
  try {
    return await call;
  } catch (error) {
    // Not awaited: a page that hangs does not respond.
    handle.dispose().catch(() => undefined);
    throw error;
  }
}

function inTime<Value>(
  { signal }: CaptchaRun,
  expression: LocatorExpression,
  call: Promise<Value>,
): Promise<Value> {
  return awaitResponse(call, { expression, timeoutMs: RESPONDS_WITHIN_MS, signal });
}

/**
 * The drawn box, in CSS pixels of the viewport. Throws `LocatorNotFoundError` if nothing is drawn.
 */
export async function boxOf(handle: ElementHandle, { signal }: CaptchaRun): Promise<BoundingBox> {
  const box = await abortable(handle.boundingBox(), signal);
  if (!box) throw new LocatorNotFoundError('The captcha', 0);
  return box;
}

/** An image of the box alone. */
export async function pictureOf(
  page: Page,
  { x, y, width, height }: BoundingBox,
  run: CaptchaRun,
): Promise<{ readonly content: Uint8Array; readonly mediaType: 'image/png' }> {
  const scrolled = page.evaluate(() => ({ left: scrollX, top: scrollY }));
  const { left, top } = await abortable(scrolled, run.signal);
  const clip = { x: x + left, y: y + top, width, height };
  return { content: await takeImage(page, { clip, type: 'png' }, run), mediaType: 'image/png' };
}
