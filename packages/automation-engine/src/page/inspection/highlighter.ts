import { parseLocator } from '@errand/locators';
import type { CDPSession, ElementHandle, Protocol } from 'puppeteer';
import { settlesWithin } from '../../deadline.ts';
import { frameSession } from '../browser/frame-session.ts';
import type { PageRun } from '../page-run.ts';
import { MOST_MATCHES } from './locate-elements.ts';

/** A page that hangs draws nothing. */
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
 * which does not change its document.
 */
export class Highlighter {
  #session: CDPSession | undefined;
  #drawing: Promise<void> = Promise.resolve();

  /**
   * Starts to highlight the first matches of a locator, replacing earlier highlights. Not awaited:
   * on a page that goes away, nothing is highlighted.
   */
  show(run: PageRun, command: string): void {
    this.#drawing = this.clear()
      .then(() => this.#draw(run, command))
      .catch(() => undefined);
  }

  /** Resolves when nothing is highlighted any more. */
  async clear(): Promise<void> {
    const { signal } = new AbortController();
    await settlesWithin(this.#drawing, DRAWN_WITHIN_MS, signal);
    const session = this.#session;
    this.#session = undefined;
    if (!session || session.detached) return;
    // A closed page shows nothing.
    const sent = [session.send('Overlay.disable'), session.send('DOM.disable')];
    await settlesWithin(Promise.allSettled(sent), CLEARED_WITHIN_MS, signal);
  }

  async #draw(run: PageRun, command: string): Promise<void> {
    const expression = parseLocator(command, run.bindings);
    const resolver = await run.resolverOf(run.pages.current().page);
    const { signal } = run;
    const found = await resolver.queryAll(expression, { signal, atMost: MOST_MATCHES });
    try {
      const [first] = found;
      if (!first) return;
      this.#session = frameSession(first.frame);
      await drawAround(this.#session, found);
    } finally {
      await Promise.allSettled(found.map((handle) => handle.dispose()));
    }
  }
}

/** The inspector highlights one element in full, or outlines any number. */
async function drawAround(session: CDPSession, found: readonly ElementHandle[]): Promise<void> {
  await Promise.all([session.send('DOM.enable'), session.send('Overlay.enable')]);
  const backendNodeIds = await Promise.all(found.map((handle) => handle.backendNodeId()));
  const [only, ...others] = backendNodeIds;
  if (others.length === 0) {
    const highlighted = only === undefined ? {} : { backendNodeId: only };
    await session.send('Overlay.highlightNode', { highlightConfig: config, ...highlighted });
    return;
  }
  await session.send('DOM.getDocument', { depth: 0 });
  const { nodeIds } = await session.send('DOM.pushNodesByBackendIdsToFrontend', { backendNodeIds });
  // The overlay for container queries can outline any element.
  await session.send('Overlay.setShowContainerQueryOverlays', {
    containerQueryHighlightConfigs: nodeIds.map((nodeId) => ({
      nodeId,
      containerQueryContainerHighlightConfig: outline,
    })),
  });
}
