import type { Page } from 'puppeteer';
import { callIn } from '../browser/call-in-page.ts';
import { settlesWithin } from '../../deadline.ts';
import { WaitTimeoutError } from '../../errors.ts';
import { framesWithDocument } from '../browser/isolated-realm.ts';
import type { RunSecrets } from '../../secrets/run-secrets.ts';

const MASK_TIMEOUT_MS = 2000;
const never = new AbortController().signal;
/**
 * Number of the next screenshot. Several may be taken concurrently; the fields reappear after the
 * last.
 */
let pictures = 0;

/**
 * Takes a screenshot of a page while its password fields, and all fields that a secret was typed
 * into, are blank. Throws WaitTimeoutError when a frame does not respond and could show a secret.
 */
export async function whileMasked<Picture>(
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
