import type { Page } from 'puppeteer';
import { callIn } from '../browser/call-in-page.ts';
import { settlesWithin } from '../../deadline.ts';
import { WaitTimeoutError } from '../../errors.ts';
import { framesWithDocument } from '../browser/isolated-realm.ts';
import type { RunSecrets } from '../../secrets/run-secrets.ts';

const MASK_TIMEOUT_MS = 2000;
/** A page that does not render must not block the next attempt to capture it. */
const LONGEST_TURN_MS = 1000;
const never = new AbortController().signal;
/**
 * Number of the next screenshot. Several may be taken concurrently; the fields reappear after the
 * last.
 */
let pictures = 0;
/** By page: settles when its last capture ends. */
const turns = new WeakMap<Page, Promise<void>>();

/**
 * Takes a screenshot of a page while its password fields, and all fields that a secret was typed
 * into, are blank. Pictures of one page are taken one after the other, because Chromium has one
 * emulated size and scale for each page: a second capture would change the picture of the first.
 * Throws WaitTimeoutError when a frame does not respond and could show a secret.
 */
export async function whileMasked<Picture>(
  page: Page,
  secrets: Pick<RunSecrets, 'hasRevealed'>,
  take: () => Promise<Picture>,
): Promise<Picture> {
  const before = turns.get(page);
  const turn = Promise.withResolvers<void>();
  turns.set(page, turn.promise);
  try {
    if (before) await settlesWithin(before, LONGEST_TURN_MS, never);
    return await takeMasked(page, secrets, take);
  } finally {
    turn.resolve();
  }
}

async function takeMasked<Picture>(
  page: Page,
  secrets: Pick<RunSecrets, 'hasRevealed'>,
  take: () => Promise<Picture>,
): Promise<Picture> {
  const frames = framesWithDocument(page);
  const picture = pictures;
  pictures += 1;
  const inEach = (name: 'maskSecretFields' | 'unmaskSecretFields') =>
    // A document that goes away needs no masking.
    Promise.allSettled(frames.map((frame) => callIn(frame, name, picture)));
  try {
    const isMasked = await settlesWithin(inEach('maskSecretFields'), MASK_TIMEOUT_MS, never);
    if (!isMasked && secrets.hasRevealed()) {
      throw new WaitTimeoutError('Blanking the secret fields for a screenshot', MASK_TIMEOUT_MS);
    }
    return await take();
  } finally {
    // Not awaited: a busy frame shows its fields later.
    void inEach('unmaskSecretFields');
  }
}
