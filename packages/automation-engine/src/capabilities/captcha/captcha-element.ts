import { pause } from '@errand/foundation';
import { parseLocator } from '@errand/locators';
import type { BoundingBox, ElementHandle } from 'puppeteer';
import { createDeadline } from '../../deadline.ts';
import { LocatorNotFoundError } from '../../errors.ts';
import { waitForCommit } from '../../page/pages/wait-until-quiet.ts';
import type { CaptchaRun } from './captcha-run.ts';
import { takeImage } from '../../page/screenshots/take-image.ts';
import { awaitResponse, RESPONDS_WITHIN_MS } from '../../page/elements/await-response.ts';
import { findFirstElement } from '../../page/elements/find-element.ts';

/** Interval between visibility checks of an element that exists. */
const LOOK_AGAIN_MS = 100;

/** An element of a captcha. */
export interface Part {
  /** The locator that found it. */
  readonly command: string;
  /** The caller of `findPart` or `findVisiblePart` disposes it with `disposePart`. */
  readonly handle: ElementHandle;
}

/**
 * The first match, scrolled into view. Throws `LocatorNotFoundError`, and `SilentPageError` if its
 * page or frame does not respond: whether it is there is unknown.
 */
export async function findPart(run: CaptchaRun, command: string, timeoutMs: number): Promise<Part> {
  const watched = run.pages.current();
  await waitForCommit(watched, run.signal);
  const resolver = await run.resolverOf(watched.page);
  const expression = parseLocator(command, run.bindings);
  const deadline = createDeadline(timeoutMs, run.signal);
  const silentUntil = createDeadline(Math.max(timeoutMs, RESPONDS_WITHIN_MS), run.signal);
  const handle = await findFirstElement({ watched, resolver, expression, deadline, silentUntil });
  const part = { command, handle };
  await disposeOnError(part, awaitPart(run, part, handle.scrollIntoView()));
  return part;
}

/** Like `findPart`, but returns undefined if the element does not become visible in time. */
export async function findVisiblePart(
  run: CaptchaRun,
  command: string,
  timeoutMs: number,
): Promise<Part | undefined> {
  const endsAt = performance.now() + timeoutMs;
  for (;;) {
    const leftMs = Math.max(0, endsAt - performance.now());
    try {
      const part = await findPart(run, command, leftMs);
      const isVisible = awaitPart(run, part, part.handle.isVisible());
      if (await disposeOnError(part, isVisible)) return part;
      disposePart(part);
    } catch (error) {
      if (!(error instanceof LocatorNotFoundError)) throw error;
    }
    if (leftMs === 0) return undefined;
    await pause(Math.min(LOOK_AGAIN_MS, leftMs), run.signal);
  }
}

/**
 * Releases the element. Not awaited, because a page that hangs does not respond. It fails only if the
 * document is gone, and the element with it.
 */
export function disposePart({ handle }: Part): void {
  handle.dispose().catch(() => undefined);
}

/** Returns what a call on a part returns; disposes the part if the call rejects. */
export async function disposeOnError<Value>(part: Part, call: Promise<Value>): Promise<Value> {
  try {
    return await call;
  } catch (error) {
    disposePart(part);
    throw error;
  }
}

/**
 * Returns what a call on a part returns. Throws `SilentPageError` if the part's page or frame does
 * not respond; a click or a key may have reached it all the same.
 */
export function awaitPart<Value>(
  { bindings, signal }: CaptchaRun,
  { command }: Part,
  call: Promise<Value>,
): Promise<Value> {
  const expression = parseLocator(command, bindings);
  return awaitResponse(call, { expression, timeoutMs: RESPONDS_WITHIN_MS, signal });
}

/**
 * The drawn box, in CSS pixels of the viewport. Throws `LocatorNotFoundError` if nothing is drawn,
 * and `SilentPageError`.
 */
export async function boxOf(run: CaptchaRun, part: Part): Promise<BoundingBox> {
  const box = await awaitPart(run, part, part.handle.boundingBox());
  if (!box) throw new LocatorNotFoundError('The captcha', 0);
  return box;
}

/** A picture of a part alone, and its box. Throws the errors of `boxOf`. */
export async function pictureOf(
  run: CaptchaRun,
  part: Part,
): Promise<{
  readonly box: BoundingBox;
  readonly image: { readonly content: Uint8Array; readonly mediaType: 'image/png' };
}> {
  const box = await boxOf(run, part);
  const { page } = run.pages.current();
  const scrolled = page.evaluate(() => ({ left: scrollX, top: scrollY }));
  const { left, top } = await awaitPart(run, part, scrolled);
  const { x, y, width, height } = box;
  const clip = { x: x + left, y: y + top, width, height };
  const content = await takeImage(page, { clip, type: 'png' }, run);
  return { box, image: { content, mediaType: 'image/png' } };
}
