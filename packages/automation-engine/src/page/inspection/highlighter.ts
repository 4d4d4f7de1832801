import { parseLocator } from '@errand/locators';
import { type CDPSession, type ElementHandle, type Protocol, ProtocolError } from 'puppeteer';
import { settlesWithin } from '../../deadline.ts';
import { AutomationError } from '../../errors.ts';
import { isDocumentGone } from '../browser/gone-errors.ts';
import { frameSession } from '../browser/frame-session.ts';
import type { PageRun } from '../page-run.ts';
import { MOST_MATCHES } from './locate-elements.ts';

/** A page that hangs draws nothing, and must not keep others from drawing. */
const DRAWN_WITHIN_MS = 2000;
/** It clears the highlights when it responds again. */
const CLEARED_WITHIN_MS = 1000;

const fill = { r: 66, g: 133, b: 244, a: 0.3 };
const border = { r: 66, g: 133, b: 244, a: 0.9 };
const config: Protocol.Overlay.HighlightConfig = {
  contentColor: fill,
  paddingColor: fill,
  borderColor: border,
  showInfo: true,
};
const outline: Protocol.Overlay.ContainerQueryContainerHighlightConfig = {
  containerBorder: { color: border },
};

/**
 * Highlights elements on the screen with the browser's own inspector, which the page cannot see and
 * which does not change its document. Once enabled, the inspector stays enabled: enabling it blocks
 * the page for about 100 ms.
 */
export class Highlighter {
  /** The session in which the inspector is enabled. */
  #session: CDPSession | undefined;
  #isShown = false;
  #drawing: Promise<void> = Promise.resolve();
  /** Drawing is not awaited, so the next command throws it. */
  #bug: unknown;

  /**
   * Highlights the first matches of a locator once `after` resolves, replacing earlier highlights.
   * Not awaited: on a page that goes away or hangs, nothing is highlighted.
   */
  show(run: PageRun, command: string, after: Promise<void> = Promise.resolve()): void {
    this.#drawing = Promise.all([this.#drawing, after]).then(() => this.#drawInTime(run, command));
  }

  /** Resolves when nothing is highlighted any more. Throws the error of a drawing that has a bug. */
  async clear(): Promise<void> {
    const { signal } = new AbortController();
    await this.#drawing;
    await settlesWithin(this.#hide(), CLEARED_WITHIN_MS, signal);
    this.#throwBug();
  }

  /** Clears the highlights and disables the inspector. Throws like `clear`. */
  async end(): Promise<void> {
    const { signal } = new AbortController();
    await this.#drawing;
    await settlesWithin(this.#disable(), CLEARED_WITHIN_MS, signal);
    this.#throwBug();
  }

  #throwBug(): void {
    const bug = this.#bug;
    this.#bug = undefined;
    if (bug !== undefined) throw bug;
  }

  async #drawInTime(run: PageRun, command: string): Promise<void> {
    const late = new AbortController();
    const signal = AbortSignal.any([run.signal, late.signal]);
    try {
      await settlesWithin(this.#draw(run, command, signal), DRAWN_WITHIN_MS, run.signal);
    } catch (error) {
      if (!run.signal.aborted && !isOfPage(error)) this.#bug = error;
    } finally {
      late.abort();
    }
  }

  async #draw(run: PageRun, command: string, signal: AbortSignal): Promise<void> {
    const expression = parseLocator(command, run.bindings);
    const resolver = await run.resolverOf(run.pages.current().page);
    const found = await resolver.queryAll(expression, { signal, atMost: MOST_MATCHES });
    try {
      signal.throwIfAborted();
      // Not awaited here or below: one session keeps the order, and another's page may hang.
      void this.#hide();
      const [first] = found;
      if (!first) return;
      const session = frameSession(first.frame);
      await this.#enableIn(session);
      signal.throwIfAborted();
      this.#isShown = true;
      await drawAround(session, found, signal);
    } finally {
      await Promise.allSettled(found.map((handle) => handle.dispose()));
    }
  }

  async #enableIn(session: CDPSession): Promise<void> {
    if (this.#session === session) return;
    void this.#disable();
    this.#session = session;
    await Promise.all([session.send('DOM.enable'), session.send('Overlay.enable')]);
  }

  async #hide(): Promise<void> {
    const session = this.#session;
    if (!this.#isShown || !session || session.detached) return;
    this.#isShown = false;
    // A closed page shows nothing.
    await Promise.allSettled([
      session.send('Overlay.hideHighlight'),
      session.send('Overlay.setShowContainerQueryOverlays', { containerQueryHighlightConfigs: [] }),
    ]);
  }

  async #disable(): Promise<void> {
    const session = this.#session;
    this.#session = undefined;
    this.#isShown = false;
    if (!session || session.detached) return;
    await Promise.allSettled([session.send('Overlay.disable'), session.send('DOM.disable')]);
  }
}

/** Whether drawing failed because the page changed, left or closed in the meantime. */
function isOfPage(error: unknown): boolean {
  const isRefused = error instanceof ProtocolError || error instanceof AutomationError;
  return isRefused || isDocumentGone(error);
}

/** The inspector highlights one element in full, or outlines any number. */
async function drawAround(
  session: CDPSession,
  found: readonly ElementHandle[],
  signal: AbortSignal,
): Promise<void> {
  const backendNodeIds = await Promise.all(found.map((handle) => handle.backendNodeId()));
  signal.throwIfAborted();
  const [only, ...others] = backendNodeIds;
  if (others.length === 0) {
    const highlighted = only === undefined ? {} : { backendNodeId: only };
    await session.send('Overlay.highlightNode', { highlightConfig: config, ...highlighted });
    return;
  }
  await session.send('DOM.getDocument', { depth: 0 });
  const { nodeIds } = await session.send('DOM.pushNodesByBackendIdsToFrontend', { backendNodeIds });
  signal.throwIfAborted();
  // The overlay for container queries can outline any element.
  await session.send('Overlay.setShowContainerQueryOverlays', {
    containerQueryHighlightConfigs: nodeIds.map((nodeId) => ({
      nodeId,
      containerQueryContainerHighlightConfig: outline,
    })),
  });
}
