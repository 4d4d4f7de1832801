import type { ElementHandle } from 'puppeteer';
import type { ActingElement } from '../../page/acting/acting-element.ts';
import { createDeadline } from '../../deadline.ts';
import { LocatorNotFoundError, NotActionableError } from '../../errors.ts';
import type { ModelTree } from '../../page/model-tree/read-model-tree.ts';
import type { OriginList } from './allowed-origins.ts';
import { originOf } from './origin-list.ts';
import { addressOf } from '../../page/pages/frame-address.ts';
import type { AgentRun } from './agent-run.ts';

interface PickedElement {
  readonly tree: ModelTree;
  readonly index: number;
  /** For error messages. */
  readonly description: string;
  readonly timeoutMs: number;
  readonly isVerified: boolean;
  /** The document that holds the element must belong to one of these. */
  readonly origins: OriginList;
}

/**
 * Opens the element at an index of a tree, to act on it. Before the first act, checks that it is
 * still the element that the model saw.
 */
export function openPicked(
  run: Pick<AgentRun, 'pages' | 'signal' | 'stepRecord'>,
  picked: PickedElement,
): ActingElement {
  const { page, pointer } = run.pages.current();
  const { tree, index, description: locator, timeoutMs, isVerified, origins } = picked;
  const deadline = createDeadline(timeoutMs, run.signal);
  let isKnown = false;
  return {
    page,
    pointer,
    deadline,
    locator,
    isVerified,
    onAct: run.stepRecord.noteActed,
    async find() {
      const resolved = await tree.resolve(index, { mayHaveChanged: isKnown });
      if (resolved.state !== 'found') throw new LocatorNotFoundError(locator, deadline.elapsedMs());
      await assertOrigin(resolved.handle, { origins, locator });
      isKnown = true;
      return resolved.handle;
    },
  };
}

async function assertOrigin(
  handle: ElementHandle,
  { origins, locator }: { readonly origins: OriginList; readonly locator: string },
): Promise<void> {
  const url = addressOf(handle.frame);
  if (origins.has(url)) return;
  const origin = originOf(url);
  const isMain = handle.frame.parentFrame() === null;
  // A main page without an origin, such as a data: URL, is where the automation sent the run.
  if (isMain && origin === undefined) return;
  await handle.dispose();
  throw new NotActionableError(
    locator,
    `is in a ${isMain ? 'page' : 'frame'} of ${origin ?? 'no origin'}, which the task does not name`,
    0,
  );
}
