import type { Desktop } from '@errand/desktop';
import { abortable } from '@errand/foundation';
import type { Page } from 'puppeteer';
import { typeSecret } from '../page/acting/type-secret.ts';
import { isolatedRealm } from '../page/browser/isolated-realm.ts';
import type { ScreenRun } from './screen-run.ts';
import { SecretUnavailableError } from '../secrets/secret-errors.ts';
import type { TypedText } from '../secrets/typed-text.ts';

/**
 * The origin of a document that has none. Secrets limited to certain origins are not typed on a
 * remote desktop.
 */
const NO_ORIGIN = 'null';

/**
 * Types into whatever has focus. A secret is resolved for the page that receives it. Throws
 * SecretUnavailableError.
 */
export async function typeOnScreen(
  { hasPages, pages, signal }: Pick<ScreenRun, 'hasPages' | 'pages' | 'signal'>,
  desktop: Desktop,
  text: TypedText,
): Promise<void> {
  if (typeof text === 'string') return desktop.typeText(text, signal);
  if (!hasPages) return desktop.typeText(await text.revealFor(NO_ORIGIN), signal);
  const { page } = pages.current();
  await requireKeyboard(page, signal);
  await typeSecret(page, text, {
    signal,
    async type(character) {
      // The page, or a frame in it, can open a window at any time.
      await requireKeyboard(page, signal);
      await desktop.typeText(character, signal);
    },
  });
}

/** Throws SecretUnavailableError unless what is typed on the screen goes to this page. */
async function requireKeyboard(page: Page, signal: AbortSignal): Promise<void> {
  const hasKeyboard = isolatedRealm(page.mainFrame()).evaluate(() => document.hasFocus());
  if (await abortable(hasKeyboard, signal)) return;
  throw new SecretUnavailableError(
    'The keyboard focus is not in the page, so a secret could go anywhere. Click into its field first.',
  );
}
