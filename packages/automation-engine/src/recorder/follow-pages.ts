import { setTimeout as delay } from 'node:timers/promises';
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
import type { DialogType, RecordedEvent } from './recorded-events.ts';

const MOST_TRIES = 20;
const RETRY_MS = 50;
const typedTransitions = new Set(['typed', 'address_bar', 'auto_bookmark', 'generated', 'keyword']);

interface PageDependencies {
  readonly page: Page;
  /** Runs before the first script of each document; called with the page's ID. */
  readonly prepare: (session: CDPSession, page: string) => Promise<void>;
  /** `event`: what happened, or a promise of it. Called in the order of events. */
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
  const watch = (session: CDPSession, id: string) => watchSession(session, { id, onEvent });
  const open = async (session: CDPSession, id: () => string) => {
    let isFirst = true;
    await prepareDocuments(session, (documents) => {
      // Frames of other sites report neither tabs nor downloads.
      if (isFirst) watch(session, id());
      isFirst = false;
      return prepare(documents, id());
    });
  };
  let newest: { id: string } = { id: '' };
  owned.use(
    await prepareNewPages(page, {
      prepare(session) {
        // The ID of the page follows right after this call.
        const own = { id: '' };
        newest = own;
        return Promise.resolve().then(() => {
          onEvent(describeOpening(session, own.id));
          return open(session, () => own.id);
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
    await open(session, () => targetId(one.target()));
  }
  owned.use(watchClosing(context, onEvent));
  const resources = owned.move();
  return { [Symbol.asyncDispose]: () => resources.disposeAsync() };
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

function watchSession(
  session: CDPSession,
  { id: page, onEvent }: { readonly id: string } & Pick<PageDependencies, 'onEvent'>,
): void {
  let opened: { readonly type: DialogType; readonly at: number } = { type: 'alert', at: 0 };
  let lastIndex = readHistory(session).then((history) => history?.currentIndex ?? 0);
  const navigated = async (at: number, url: string): Promise<RecordedEvent | undefined> => {
    const before = lastIndex;
    const reading = readHistory(session);
    lastIndex = reading.then((history) => history?.currentIndex ?? 0);
    const history = await reading;
    if (!history) return undefined;
    const isBack = history.currentIndex < (await before);
    const entry = history.entries[history.currentIndex];
    const way = isBack ? 'back' : wayOf(entry?.transitionType ?? '');
    return { kind: 'navigated', page, at, way, url: entry?.userTypedURL || url };
  };
  session.on('Page.frameNavigated', ({ frame }: Protocol.Page.FrameNavigatedEvent) => {
    if (!frame.parentId) onEvent(navigated(Date.now(), frame.url));
  });
  session.on(
    'Page.javascriptDialogOpening',
    ({ type }: Protocol.Page.JavascriptDialogOpeningEvent) => (opened = { type, at: Date.now() }),
  );
  session.on(
    'Page.javascriptDialogClosed',
    ({ result, userInput }: Protocol.Page.JavascriptDialogClosedEvent) => {
      const text = userInput === '' ? undefined : userInput;
      onEvent({ kind: 'dialog', page, ...opened, isAccepted: result, text });
    },
  );
  session.on('Page.downloadWillBegin', () => onEvent({ kind: 'download', page, at: Date.now() }));
}

/** Undefined when the page is gone. While a page changes its process, the browser has no answer. */
async function readHistory(
  session: CDPSession,
): Promise<Protocol.Page.GetNavigationHistoryResponse | undefined> {
  for (let tries = 0; tries < MOST_TRIES && !session.detached; tries += 1) {
    const [read] = await Promise.allSettled([session.send('Page.getNavigationHistory')]);
    if (read.status === 'fulfilled') return read.value;
    await delay(RETRY_MS);
  }
  return undefined;
}

function wayOf(transition: string): 'typed' | 'reload' | 'other' {
  if (transition === 'reload') return 'reload';
  return typedTransitions.has(transition) ? 'typed' : 'other';
}
