import { parseLocator } from '@errand/locators';
import type { CDPSession, ElementHandle, Protocol } from 'puppeteer';
import { frameSession } from '../browser/frame-session.ts';
import type { PageRun } from '../page-run.ts';
import { mostMatches } from './locate-elements.ts';

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
 * Highlights elements on the screen, with the browser's own inspector: the page cannot see it, and
 * its document stays as it is.
 */
export interface Highlighter {
  /** Highlights the first matches of a locator instead of what was highlighted before. */
  readonly show: (run: PageRun, command: string) => Promise<void>;
  readonly clear: () => Promise<void>;
}

export function createHighlighter(): Highlighter {
  let shown: CDPSession | undefined;
  const clear = async () => {
    const session = shown;
    shown = undefined;
    if (!session || session.detached) return;
    // A page that has gone away shows nothing.
    await Promise.allSettled([session.send('Overlay.disable'), session.send('DOM.disable')]);
  };
  return {
    clear,
    async show(run, command) {
      await clear();
      const expression = parseLocator(command, run.bindings);
      const resolver = await run.resolverOf(run.pages.current().page);
      const { signal } = run;
      const found = await resolver.queryAll(expression, { signal, atMost: mostMatches });
      try {
        const [first] = found;
        if (!first) return;
        shown = frameSession(first.frame);
        await drawAround(shown, found);
      } finally {
        await Promise.allSettled(found.map((handle) => handle.dispose()));
      }
    },
  };
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
  // The outlines of containers are drawn around any element.
  await session.send('Overlay.setShowContainerQueryOverlays', {
    containerQueryHighlightConfigs: nodeIds.map((nodeId) => ({
      nodeId,
      containerQueryContainerHighlightConfig: outline,
    })),
  });
}
