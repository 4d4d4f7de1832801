import type { ElementHandle, JSHandle } from 'puppeteer';
import { documentId } from '../pages/frame-session.ts';
import { isolatedRealm } from '../pages/isolated-realm.ts';
import { toAccessible } from './capture-frames.ts';
import type { LineElement } from './collect-lines.ts';
import type { ResolvedIndex } from './read-model-tree.ts';

/** The element as it is now, if it still is what it was when the tree was read. */
export async function findSameElement({ captured, node }: LineElement): Promise<ResolvedIndex> {
  const { frame, session, accessible } = captured;
  const { backendNodeId, tag } = node;
  if (frame.detached) return { state: 'stale', problem: 'its frame is gone' };
  if (documentId(frame) !== captured.documentId) {
    return { state: 'stale', problem: 'its frame shows another document now' };
  }
  try {
    const { nodes } = await session.send('Accessibility.getPartialAXTree', {
      backendNodeId,
      fetchRelatives: false,
    });
    const now = nodes.map(toAccessible)[0];
    const before = accessible.get(backendNodeId);
    if (before && (now?.role !== before.role || now.name !== before.name)) {
      return { state: 'stale', problem: 'its role or name is another one now' };
    }
    const handle = await isolatedRealm(frame).adoptBackendNode(backendNodeId);
    if (isElement(handle) && (await isSame(handle, tag))) return { state: 'found', handle };
    await handle.dispose();
  } catch (error) {
    // The browser's words for a node that is gone differ; whatever they are, it cannot be used.
    if (!Error.isError(error)) throw error;
    return { state: 'stale', problem: 'it is not in the page any more' };
  }
  return { state: 'stale', problem: 'it is not in the page any more' };
}

async function isSame(handle: ElementHandle, tag: string): Promise<boolean> {
  return handle.evaluate((element, name) => element.isConnected && element.localName === name, tag);
}

function isElement(handle: JSHandle): handle is ElementHandle {
  return handle.asElement() !== null;
}
