import type { ElementHandle, JSHandle } from 'puppeteer';
import { documentId } from '../browser/frame-session.ts';
import { isolatedRealm } from '../browser/isolated-realm.ts';
import { type CapturedFrame, toAccessible } from './capture-frames.ts';
import type { LineElement } from './collect-lines.ts';
import type { ResolvedIndex } from './resolved-index.ts';

/** Returns the element as it is now, if it is still what it was when the tree was read. */
export async function findSameElement(
  { captured, node }: LineElement,
  { mayHaveChanged }: { readonly mayHaveChanged: boolean },
): Promise<ResolvedIndex> {
  const { frame } = captured;
  const { backendNodeId, tag } = node;
  if (frame.detached) return { state: 'stale', problem: 'its frame is gone' };
  if (documentId(frame) !== captured.documentId) {
    return { state: 'stale', problem: 'its frame shows another document now' };
  }
  try {
    if (!mayHaveChanged && !(await isCalledTheSame(captured, backendNodeId))) {
      return { state: 'stale', problem: 'its role or name has changed' };
    }
    const handle = await isolatedRealm(frame).adoptBackendNode(backendNodeId);
    if (isElement(handle) && (await isSame(handle, tag))) return { state: 'found', handle };
    await handle.dispose();
  } catch (error) {
    // The browser's message for a missing node varies. Whatever it says, the node cannot be used.
    if (!Error.isError(error)) throw error;
    return { state: 'stale', problem: 'it is no longer in the page' };
  }
  return { state: 'stale', problem: 'it is no longer in the page' };
}

async function isCalledTheSame(
  { session, accessible }: CapturedFrame,
  backendNodeId: number,
): Promise<boolean> {
  const before = accessible.get(backendNodeId);
  const options = { backendNodeId, fetchRelatives: false };
  const { nodes } = await session.send('Accessibility.getPartialAXTree', options);
  const now = nodes.map(toAccessible)[0];
  return !before || (now?.role === before.role && now.name === before.name);
}

async function isSame(handle: ElementHandle, tag: string): Promise<boolean> {
  return handle.evaluate((element, name) => element.isConnected && element.localName === name, tag);
}

function isElement(handle: JSHandle): handle is ElementHandle {
  return handle.asElement() !== null;
}
