import type { CDPSession, Frame, Page } from 'puppeteer';
import { attachSession } from '../../page/browser/attach-session.ts';

const drawsWithinMs = 20_000;

/** Whether a page shows a dialog: until it is answered, no script of the page runs. */
interface Dialogs {
  readonly isOpen: boolean;
  /** Resolves when the next dialog opens. */
  readonly opens: Promise<void>;
}

const watched = new WeakMap<Page, Promise<Dialogs>>();

/** Waits until the person sees the page: it is in front, and its document is drawn. */
export async function waitUntilDrawn(page: Page): Promise<void> {
  await dialogsOf(page);
  // Only visible pages draw frames; a second frame shows that the first was drawn. Until some of the
  // document is on the screen, the browser drops all input.
  await page.waitForFunction(
    () =>
      new Promise((resolve) => {
        const answer = () => {
          const isBlank = document.body.innerText.trim() === '';
          resolve(isBlank || performance.getEntriesByName('first-contentful-paint').length > 0);
        };
        requestAnimationFrame(() => requestAnimationFrame(answer));
      }),
    { timeout: drawsWithinMs },
  );
}

/**
 * Waits until the browser, a page and a frame of it have handled the input that reached the screen.
 */
export async function waitForReaction(page: Page, frame: Frame): Promise<void> {
  const dialogs = await dialogsOf(page);
  await passBrowser(page);
  // The input may close the page.
  const heard = Promise.allSettled([hear(page.mainFrame()).then(() => hear(frame))]);
  if (!dialogs.isOpen) await Promise.race([heard, dialogs.opens]);
  // Keys that the page does not handle return to the browser.
  await passBrowser(page);
}

/**
 * Waits until the browser has read its input: the thread that responds to commands also reads the
 * input, and looks for more before it responds a second time.
 */
async function passBrowser(page: Page): Promise<void> {
  const browser = page.browser();
  await browser.version();
  await browser.version();
}

/** A hidden page draws nothing, and a frame might not either. */
async function hear(frame: Frame): Promise<void> {
  const isMain = frame.parentFrame() === null;
  await frame.evaluate(
    (draws) =>
      new Promise<void>((resolve) => {
        document.addEventListener('visibilitychange', () => resolve(), { once: true });
        if (!draws || document.visibilityState !== 'visible') setTimeout(resolve);
        else requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
      }),
    isMain,
  );
}

function dialogsOf(page: Page): Promise<Dialogs> {
  const known = watched.get(page) ?? watchDialogs(page);
  watched.set(page, known);
  return known;
}

async function watchDialogs(page: Page): Promise<Dialogs> {
  const session: CDPSession = await attachSession(page);
  let next = Promise.withResolvers<void>();
  let isOpen = false;
  session.on('Page.javascriptDialogOpening', () => {
    isOpen = true;
    next.resolve();
    next = Promise.withResolvers();
  });
  session.on('Page.javascriptDialogClosed', () => (isOpen = false));
  await session.send('Page.enable');
  return {
    get isOpen() {
      return isOpen;
    },
    get opens() {
      return next.promise;
    },
  };
}
