import type { CDPSession, Frame, Page, Protocol } from 'puppeteer';
import { documentId, frameId, frameSession } from '../browser/frame-session.ts';
import { framesWithDocument } from '../browser/isolated-realm.ts';
import { settlesUnstarved } from '../../measure-starvation.ts';
import { readSnapshot, type SnapshotDocument, snapshotStyles } from './snapshot-node.ts';

/**
 * A frame that takes longer to respond, without the time in which the machine is starved, is left
 * out, and the text says so.
 */
const ANSWERS_WITHIN_MS = 5000;
/**
 * Documents with more nodes are read without names and states, which would take the browser
 * seconds; the texts in the document say nearly the same.
 */
const MOST_ACCESSIBLE = 20_000;

/** What the accessibility tree says about a node. */
export interface AccessibleNode {
  readonly role: string;
  readonly name: string;
  readonly states: ReadonlyMap<string, string>;
}

/** A frame's document as it was at one moment. */
export interface CapturedFrame {
  readonly frame: Frame;
  readonly session: CDPSession;
  /** Changes as soon as the frame shows another document. */
  readonly documentId: string;
  readonly document: SnapshotDocument;
  /** Keyed by backend node id. */
  readonly accessible: ReadonlyMap<number, AccessibleNode>;
}

export interface CapturedPage {
  readonly main: CapturedFrame | undefined;
  /** The frame inside a frame element, by the session and backend node id of that element. */
  readonly frameIn: (session: CDPSession, backendNodeId: number) => CapturedFrame | undefined;
}

/** Takes a snapshot of every frame, including those of other processes. */
export async function capturePage(page: Page, signal: AbortSignal): Promise<CapturedPage> {
  const frames = framesWithDocument(page);
  const snapshots = new Map(
    [...new Set(frames.map(frameSession))].map((session) => [session, captureSession(session)]),
  );
  const captured: CapturedFrame[] = [];
  const captures = frames.map(async (frame) => {
    const one = await captureFrame(frame, snapshots);
    if (one) captured.push(one);
  });
  const all = Promise.allSettled(captures);
  await settlesUnstarved(all, ANSWERS_WITHIN_MS, { signal });
  const owners = await findOwners(captured, signal);
  return {
    main: captured.find(({ frame }) => frame === page.mainFrame()),
    frameIn: (session, backendNodeId) => owners.get(session)?.get(backendNodeId),
  };
}

async function captureSession(session: CDPSession): Promise<SnapshotDocument[]> {
  const captured = await session.send('DOMSnapshot.captureSnapshot', {
    computedStyles: [...snapshotStyles],
    includePaintOrder: true,
    includeDOMRects: true,
  });
  return readSnapshot(captured);
}

async function captureFrame(
  frame: Frame,
  snapshots: ReadonlyMap<CDPSession, Promise<SnapshotDocument[]>>,
): Promise<CapturedFrame | undefined> {
  const session = frameSession(frame);
  const id = frameId(frame);
  const before = documentId(frame);
  const documents = await snapshots.get(session);
  const document = documents?.find((one) => one.frameId === id);
  if (!document) return undefined;
  const accessible = await readAccessible(session, document);
  return { frame, session, documentId: before, document, accessible };
}

async function readAccessible(
  session: CDPSession,
  { frameId: id, nodes }: SnapshotDocument,
): Promise<ReadonlyMap<number, AccessibleNode>> {
  if (nodes.length > MOST_ACCESSIBLE) return new Map();
  const tree = await session.send('Accessibility.getFullAXTree', { frameId: id });
  return keepAccessible(tree.nodes);
}

function keepAccessible(
  nodes: readonly Protocol.Accessibility.AXNode[],
): ReadonlyMap<number, AccessibleNode> {
  const accessible = new Map<number, AccessibleNode>();
  for (const node of nodes) {
    const { backendDOMNodeId: id, ignored } = node;
    if (id !== undefined && !ignored) accessible.set(id, toAccessible(node));
  }
  return accessible;
}

export function toAccessible({
  role,
  name,
  properties,
}: Protocol.Accessibility.AXNode): AccessibleNode {
  const states = new Map<string, string>(
    properties?.map((state) => [state.name, String(state.value.value)]),
  );
  return { role: String(role?.value ?? ''), name: String(name?.value ?? '').trim(), states };
}

type Owners = ReadonlyMap<CDPSession, ReadonlyMap<number, CapturedFrame>>;

async function findOwners(
  captured: readonly CapturedFrame[],
  signal: AbortSignal,
): Promise<Owners> {
  const owners = new Map<CDPSession, Map<number, CapturedFrame>>();
  const searches = captured.map(async (inner) => {
    const parent = inner.frame.parentFrame();
    if (!parent) return;
    const session = frameSession(parent);
    const owner = await session.send('DOM.getFrameOwner', { frameId: frameId(inner.frame) });
    const ofSession = owners.get(session) ?? new Map<number, CapturedFrame>();
    owners.set(session, ofSession.set(owner.backendNodeId, inner));
  });
  // A frame that has disappeared no longer has an element.
  await settlesUnstarved(Promise.allSettled(searches), ANSWERS_WITHIN_MS, { signal });
  return owners;
}
