import type { ElementHandle } from 'puppeteer';
import type { ActingElement } from '../acting/acting-element.ts';
import { findElement, findElementAgain, type Search } from './find-element.ts';

/** What a step does to its element. */
export interface Acts {
  /** Called before each act. */
  readonly onAct: () => void;
  /**
   * The resources of the step. Disposing them disposes the handle of the element that was acted on.
   */
  readonly resources: AsyncDisposableStack;
}

/** Finds the match of a locator for a step that may act on it more than once. */
export function findForActs(
  search: Search,
  { onAct, resources }: Acts,
): Required<Pick<ActingElement, 'find' | 'release' | 'onAct'>> {
  let hasActed = false;
  let acted: ElementHandle | undefined;
  // Not awaited: a page that is navigating to a silent server does not respond.
  resources.defer(() => void dispose(acted));
  return {
    onAct() {
      hasActed = true;
      onAct();
    },
    find: () => (acted ? findElementAgain(search, acted) : findElement(search)),
    release(handle) {
      if (handle === acted) return;
      const unused = hasActed ? acted : handle;
      if (hasActed) acted = handle;
      void dispose(unused);
    },
  };
}

async function dispose(handle: ElementHandle | undefined): Promise<void> {
  await handle?.dispose().catch(() => undefined);
}
