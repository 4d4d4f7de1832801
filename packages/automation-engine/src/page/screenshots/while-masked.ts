import { abortable } from '@errand/foundation';
import type { Frame, Page } from 'puppeteer';
import { callIn } from '../browser/call-in-page.ts';
import { settlesWithin } from '../../deadline.ts';
import { WaitTimeoutError } from '../../errors.ts';
import { framesWithDocument } from '../browser/isolated-realm.ts';
import type { RunSecrets } from '../../secrets/run-secrets.ts';
import { findTellingFields } from '../../secrets/find-telling-fields.ts';

const MASK_TIMEOUT_MS = 2000;
/** A picture that hangs must not block the next one for longer. */
const LONGEST_TURN_MS = 15_000;
/**
 * Number of the next screenshot. Several may be taken concurrently; the fields reappear after the
 * last.
 */
let pictures = 0;
/** By page: resolves when the last of its pictures, and all before it, are over. */
const turns = new WeakMap<Page, Promise<void>>();

interface Masking {
  readonly secrets: Pick<RunSecrets, 'hasRevealed' | 'redact'>;
  /** Fires when the caller no longer wants the picture. */
  readonly signal: AbortSignal;
}

/**
 * Takes a screenshot of a page while its fields that are secret by their kind, and all fields that a
 * secret was typed into or whose text contains one, are blank. Pictures of one page are taken one after the other, because Chromium has one
 * emulated size and scale for each page: a second capture would change the picture of the first.
 * Throws the signal's reason, and WaitTimeoutError when a frame does not respond and could show a
 * secret.
 */
export async function whileMasked<Picture>(
  page: Page,
  masking: Masking,
  take: () => Promise<Picture>,
): Promise<Picture> {
  const { signal } = masking;
  const before = turns.get(page) ?? Promise.resolve();
  const turn = Promise.withResolvers<void>();
  turns.set(page, turn.promise);
  try {
    await abortable(before, signal);
    const taking = takeMasked(page, masking, take);
    await settlesWithin(Promise.allSettled([taking]), LONGEST_TURN_MS, signal);
    // It may still be taken, alongside the next one.
    turn.resolve();
    return await abortable(taking, signal);
  } finally {
    // A caller that gives up while it waits must not let the next one begin.
    void before.then(turn.resolve);
  }
}

async function takeMasked<Picture>(
  page: Page,
  { secrets, signal }: Masking,
  take: () => Promise<Picture>,
): Promise<Picture> {
  const frames = framesWithDocument(page);
  const picture = pictures;
  pictures += 1;
  let isOver = false;
  const mask = async (frame: Frame): Promise<void> => {
    const texts = secrets.hasRevealed() ? await callIn(frame, 'readFieldTexts', picture) : [];
    // A mask after the end would stay.
    if (isOver) return;
    await callIn(frame, 'maskSecretFields', picture, findTellingFields(texts, secrets.redact));
  };
  // A document that goes away needs no masking.
  const inEach = (act: (frame: Frame) => Promise<void>) => Promise.allSettled(frames.map(act));
  try {
    const isMasked = await settlesWithin(inEach(mask), MASK_TIMEOUT_MS, signal);
    if (!isMasked && secrets.hasRevealed()) {
      throw new WaitTimeoutError('Blanking the secret fields for a screenshot', MASK_TIMEOUT_MS);
    }
    signal.throwIfAborted();
    return await take();
  } finally {
    isOver = true;
    // Not awaited: a busy frame shows its fields later.
    void inEach((frame) => callIn(frame, 'unmaskSecretFields', picture));
  }
}
