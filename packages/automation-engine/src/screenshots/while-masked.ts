import type { Page } from 'puppeteer';
import { maskSecretFields, unmaskSecretFields } from '../acting/in-page/secret-fields.ts';
import { inPage } from '../acting/in-page/page-script.ts';
import { settlesWithin } from '../deadline.ts';
import { WaitTimeoutError } from '../errors.ts';
import { framesWithDocument, isolatedRealm } from '../pages/isolated-realm.ts';
import type { RunSecrets } from '../secrets/run-secrets.ts';

const maskTimeoutMs = 2000;
const maskInPage = inPage(maskSecretFields);
const unmaskInPage = inPage(unmaskSecretFields);
const never = new AbortController().signal;
/** Several may be taken at once, and the fields show again after the last. */
let pictures = 0;

/**
 * Takes a picture of a page whose password fields, and all fields that a secret was typed into, are blank. Throws
 * WaitTimeoutError when a frame does not answer and could show a secret.
 */
export async function whileMasked<Picture>(
  page: Page,
  secrets: Pick<RunSecrets, 'hasRevealed'>,
  take: () => Promise<Picture>,
): Promise<Picture> {
  const frames = framesWithDocument(page);
  const picture = pictures;
  pictures += 1;
  const inEach = (script: (picture: number) => void) =>
    // A document that goes away takes its fields along.
    Promise.allSettled(frames.map((frame) => isolatedRealm(frame).evaluate(script, picture)));
  try {
    const isMasked = await settlesWithin(inEach(maskInPage), maskTimeoutMs, never);
    if (!isMasked && secrets.hasRevealed()) {
      throw new WaitTimeoutError('Making the fields of secrets blank for a picture', maskTimeoutMs);
    }
    return await take();
  } finally {
    // Nobody needs to wait for it: a frame that is busy does it later.
    inEach(unmaskInPage).catch(() => undefined);
  }
}
