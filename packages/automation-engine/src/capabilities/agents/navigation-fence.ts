import type { CDPSession, Page, Protocol } from 'puppeteer';
import { closesSoon } from '../../page/acting/pointing.ts';
import { attachSession } from '../../page/browser/attach-session.ts';
import type { OriginList } from './allowed-origins.ts';

/** While active, no page of the run loads a document from an origin that is not in the list. */
export interface NavigationFence extends AsyncDisposable {
  /** Addresses (without queries) blocked since the last call. */
  readonly takeRefused: () => readonly string[];
}

interface OpenPages {
  readonly open: () => readonly { readonly page: Page }[];
}

/**
 * Where fences are raised. A page that opens while one is active is fenced before it loads
 * anything.
 */
export interface FencePost {
  /** For a new page that is still paused. */
  readonly guardNew: (session: CDPSession) => Promise<void>;
  /** Only one fence at a time; disposing removes it. */
  readonly raise: (
    pages: OpenPages,
    origins: OriginList,
    signal: AbortSignal,
  ) => Promise<NavigationFence>;
}

const MOST_REFUSED = 10;

export function createFencePost(): FencePost {
  let guard: ((session: CDPSession) => Promise<void>) | undefined;
  return {
    guardNew: async (session) => guard?.(session),
    async raise(pages, origins, signal) {
      await using resources = new AsyncDisposableStack();
      const refused: string[] = [];
      const onRefused = (url: string) => {
        if (refused.length < MOST_REFUSED) refused.push(url.split(/[?#]/, 1)[0] ?? '');
      };
      guard = async (session) => {
        const stop = await guardSession(session, { origins, onRefused });
        resources.defer(stop);
      };
      try {
        await guardOpen(pages, { guard, resources, signal });
      } catch (error) {
        guard = undefined;
        throw error;
      }
      const owned = resources.move();
      guard = async (session) => {
        owned.defer(await guardSession(session, { origins, onRefused }));
      };
      return {
        takeRefused: () => refused.splice(0),
        async [Symbol.asyncDispose]() {
          guard = undefined;
          await owned.disposeAsync();
        },
      };
    },
  };
}

async function guardOpen(
  pages: OpenPages,
  at: {
    readonly guard: (session: CDPSession) => Promise<void>;
    readonly resources: AsyncDisposableStack;
    readonly signal: AbortSignal;
  },
): Promise<void> {
  for (const { page } of pages.open()) {
    try {
      const session = await attachSession(page);
      at.resources.defer(() => session.detach().catch(() => undefined));
      await at.guard(session);
    } catch (error) {
      // A page that is closing loads nothing. Puppeteer may report the close only after the error.
      if (!(await closesSoon(page, at.signal))) throw error;
    }
  }
}

interface Rules {
  readonly origins: OriginList;
  readonly onRefused: (url: string) => void;
}

/** Returns the function that removes the guard. */
async function guardSession(session: CDPSession, rules: Rules): Promise<() => Promise<void>> {
  const onPaused = (event: Protocol.Fetch.RequestPausedEvent) => {
    // The page may close before the decision is sent.
    void decide(session, event, rules).catch(() => undefined);
  };
  session.on('Fetch.requestPaused', onPaused);
  const patterns = [{ resourceType: 'Document', requestStage: 'Request' } as const];
  await session.send('Fetch.enable', { patterns });
  return async () => {
    session.off('Fetch.requestPaused', onPaused);
    await session.send('Fetch.disable').catch(() => undefined);
  };
}

async function decide(
  session: CDPSession,
  { requestId, request, frameId }: Protocol.Fetch.RequestPausedEvent,
  { origins, onRefused }: Rules,
): Promise<void> {
  if (origins.has(request.url) || !(await mayLeak(session, frameId, request))) {
    await session.send('Fetch.continueRequest', { requestId });
    return;
  }
  onRefused(request.url);
  // `Aborted` keeps the current document in place.
  await session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
}

/** An embedded frame may load any document with GET, but no form may be posted to it. */
async function mayLeak(
  session: CDPSession,
  frameId: string,
  { method }: Protocol.Network.Request,
): Promise<boolean> {
  if (method !== 'GET') return true;
  const { targetInfo } = await session.send('Target.getTargetInfo');
  return targetInfo.targetId === frameId;
}
