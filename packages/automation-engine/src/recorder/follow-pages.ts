import { abortable } from '@errand/foundation';
import {
  type BrowserContext,
  type CDPSession,
  type Page,
  type Protocol,
  type Target,
  TargetType,
} from 'puppeteer';
import { attachSession } from '../page/browser/attach-session.ts';
import { targetId } from '../page/browser/frame-session.ts';
import { prepareDocuments } from '../page/pages/prepare-documents.ts';
import { prepareNewPages } from '../page/pages/prepare-new-pages.ts';
import { EMPTY_PAGES } from './add-page-event.ts';
import { followHistory } from './follow-history.ts';
import type { RecordedEvent } from './recorded-events.ts';
import { publicAddress } from './recorded-steps.ts';
import { namesSecret } from '../fields/secret-words.ts';

interface PageMoves {
  /** Describes how the page came to its document. Rejects if the browser does not report it. */
  readonly navigated: (url: string, isSameDocument: boolean) => Promise<RecordedEvent | undefined>;
  /** Whether the browser has reported a document. */
  readonly hasNavigated: () => boolean;
}

/** A run waits about as long for a recording. */
const RESPONDS_WITHIN_MS = 3_000;

type DialogEvent = Extract<RecordedEvent, { readonly kind: 'dialog' }>;

interface PageDependencies {
  readonly page: Page;
  /** Runs before the first script of each document; called with the page's ID. */
  readonly prepare: (session: CDPSession, page: string) => Promise<void>;
  /**
   * `event`: what happened, or a promise for it. The message of a rejection becomes a fault. Called
   * in the order of the events.
   */
  readonly onEvent: (event: RecordedEvent | Promise<RecordedEvent | undefined>) => void;
}

/** Follows all pages of a page's browser context until disposed. */
export async function followPages({
  page,
  prepare,
  onEvent,
}: PageDependencies): Promise<AsyncDisposable> {
  await using owned = new AsyncDisposableStack();
  const context = page.browserContext();
  const open = async (session: CDPSession, id: () => string, watch: Watch) => {
    let isFirst = true;
    await prepareDocuments(session, (documents) => {
      // Frames of other sites report neither tabs nor downloads.
      if (isFirst) watch(session, { id: id(), onEvent });
      isFirst = false;
      return prepare(documents, id());
    });
  };
  let newest: { id: string } = { id: '' };
  owned.use(
    await prepareNewPages(page, {
      prepare(session) {
        // The page's ID is set right after this call.
        const own = { id: '' };
        newest = own;
        return Promise.resolve().then(() => {
          onEvent(describeOpening(session, own.id));
          return open(session, () => own.id, watchNewSession);
        });
      },
      onAppear: (id) => (newest.id = id),
      onGone: () => undefined,
    }),
  );
  for (const one of await context.pages()) {
    const session = await attachSession(one);
    // A closed page no longer has a session.
    owned.defer(async () => void (await Promise.allSettled([session.detach()])));
    await open(session, () => targetId(one.target()), watchSession);
  }
  owned.use(watchClosing(context, onEvent));
  const resources = owned.move();
  return { [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

function describeUnknownMove(url: string): string {
  const address = url === '' ? 'its first address' : publicAddress(url);
  return `The browser did not report how a tab reached ${address}, so the step before may be missing: check it.`;
}

async function describeOpening(session: CDPSession, page: string): Promise<RecordedEvent> {
  const at = Date.now();
  const { targetInfo } = await session.send('Target.getTargetInfo');
  return { kind: 'page-opened', page, at, isByPage: targetInfo.openerId !== undefined };
}

/** Puppeteer reports new pages late, but closed ones in time. */
function watchClosing(context: BrowserContext, onEvent: PageDependencies['onEvent']): Disposable {
  const onDestroyed = (target: Target): void => {
    if (target.type() !== TargetType.PAGE) return;
    onEvent({ kind: 'page-closed', page: targetId(target), at: Date.now() });
  };
  context.on('targetdestroyed', onDestroyed);
  return { [Symbol.dispose]: () => void context.off('targetdestroyed', onDestroyed) };
}

type Watch = (session: CDPSession, watched: Watched) => void;
type Watched = { readonly id: string } & Pick<PageDependencies, 'onEvent'>;

/**
 * Also reports the document that a new tab shows already: on a busy machine, a person's first
 * address may load before the browser begins to report.
 */
function watchNewSession(session: CDPSession, watched: Watched): void {
  const { navigated, hasNavigated } = watchSession(session, watched);
  const missed = async () => {
    const reading = abortable(
      session.send('Page.getFrameTree'),
      AbortSignal.timeout(RESPONDS_WITHIN_MS),
    );
    const [read] = await Promise.allSettled([reading]);
    if (hasNavigated() || session.detached) return undefined;
    if (read.status === 'rejected') throw new Error(describeUnknownMove(''));
    const { url } = read.value.frameTree.frame;
    if (url === '' || EMPTY_PAGES.test(url)) return undefined;
    const move = await navigated(url, false);
    return hasNavigated() ? undefined : move;
  };
  const begin = async () => {
    await session.send('Page.enable');
    if (!hasNavigated()) watched.onEvent(missed());
  };
  // The page may be gone.
  void Promise.allSettled([begin()]);
}

function watchSession(session: CDPSession, { id: page, onEvent }: Watched): PageMoves {
  let opened: Pick<DialogEvent, 'at' | 'isSecret' | 'type'> = {
    type: 'alert',
    isSecret: false,
    at: 0,
  };
  const compare = followHistory(session);
  const navigated = async (url: string, isSameDocument: boolean) => {
    const at = Date.now();
    const move = await compare(isSameDocument);
    if (!move && !session.detached) throw new Error(describeUnknownMove(url));
    return move && ({ kind: 'navigated', page, at, ...move, url: move.url || url } as const);
  };
  let mainFrame: string | undefined;
  session.on('Page.frameNavigated', ({ frame }: Protocol.Page.FrameNavigatedEvent) => {
    if (frame.parentId) return;
    mainFrame = frame.id;
    onEvent(navigated(frame.url, false));
  });
  session.on(
    'Page.navigatedWithinDocument',
    ({ frameId, url }: Protocol.Page.NavigatedWithinDocumentEvent) => {
      if (frameId === mainFrame || frameId === page) onEvent(navigated(url, true));
    },
  );
  session.on(
    'Page.javascriptDialogOpening',
    ({ type, message }: Protocol.Page.JavascriptDialogOpeningEvent) =>
      (opened = { type, isSecret: type === 'prompt' && namesSecret(message), at: Date.now() }),
  );
  session.on(
    'Page.javascriptDialogClosed',
    ({ result, userInput }: Protocol.Page.JavascriptDialogClosedEvent) => {
      const text = userInput === '' || opened.isSecret ? undefined : userInput;
      onEvent({ kind: 'dialog', page, ...opened, isAccepted: result, text });
    },
  );
  session.on('Page.downloadWillBegin', () => onEvent({ kind: 'download', page, at: Date.now() }));
  return { navigated, hasNavigated: () => mainFrame !== undefined };
}
