import { abortable } from '@errand/foundation';
import type { CDPSession, ElementHandle, Frame, Page } from 'puppeteer';
import { settlesWithin } from '../../deadline.ts';
import { frameId, frameSession } from '../browser/frame-session.ts';
import { framesWithDocument, isolatedRealm } from '../browser/isolated-realm.ts';
import type { PageRun } from '../page-run.ts';
import { PickCancelledError } from './inspection-errors.ts';

const hoverColour = { r: 66, g: 133, b: 244, a: 0.35 };

/** A page that hangs ends the inspection when it responds again. */
const ENDS_WITHIN_MS = 1000;

export interface PickOptions {
  /** Ends the wait; its reason is thrown. */
  readonly signal: AbortSignal;
  /** Called once the page no longer receives clicks. */
  readonly onReady?: () => void;
}

interface Picked {
  readonly session: CDPSession;
  readonly backendNodeId: number;
}

/**
 * Waits for a person's next click on any open page, and returns what `describe` returns for the
 * element that it went to. Until then, the page receives no mouse events, for instance the second
 * click of a double click: the browser's own inspector takes them, in all frames. Throws
 * `PickCancelledError` when the person presses Escape.
 */
export async function pickElement<Description>(
  run: PageRun,
  { signal, onReady }: PickOptions,
  describe: (handle: ElementHandle) => Promise<Description>,
): Promise<Description> {
  const { promise: picked, resolve, reject } = Promise.withResolvers<Picked>();
  // If the signal aborts while the pages are prepared, nothing else handles a rejection.
  picked.catch(() => undefined);
  await using inspector = new AsyncDisposableStack();
  const inspected = new Set<CDPSession>();
  inspector.defer(() => endInspections(inspected));
  const onCancel = () => reject(new PickCancelledError('the person pressed Escape'));
  const inspect = async (session: CDPSession) => {
    if (inspected.has(session)) return;
    inspected.add(session);
    const onPick = ({ backendNodeId }: { readonly backendNodeId: number }) =>
      resolve({ session, backendNodeId });
    session.on('Overlay.inspectNodeRequested', onPick);
    session.on('Overlay.inspectModeCanceled', onCancel);
    inspector.defer(() => {
      session.off('Overlay.inspectNodeRequested', onPick);
      session.off('Overlay.inspectModeCanceled', onCancel);
    });
    await beginInspection(session);
  };
  const inspectFrame = (frame: Frame) => {
    // The call rejects for a frame that has since been detached, in which nobody can click.
    inspect(frameSession(frame)).catch(() => undefined);
  };
  for (const { page } of run.pages.open()) inspector.defer(onFrames(page, inspectFrame));
  const sessions = run.pages.open().flatMap(({ page }) => page.frames().map(frameSession));
  await abortable(Promise.all(sessions.map(inspect)), signal);
  onReady?.();
  const { session, backendNodeId } = await abortable(picked, signal);
  const handle = await abortable(adopt(run, session, backendNodeId), signal);
  if (!handle) throw new PickCancelledError('the page removed the element');
  // Not awaited: a page that hangs does not respond. Once the page is gone, so is the handle.
  inspector.defer(() => void handle.dispose().catch(() => undefined));
  return await abortable(describe(handle), signal);
}

function onFrames(page: Page, onFrame: (frame: Frame) => void): () => void {
  page.on('frameattached', onFrame);
  page.on('framenavigated', onFrame);
  return () => {
    page.off('frameattached', onFrame);
    page.off('framenavigated', onFrame);
  };
}

async function beginInspection(session: CDPSession): Promise<void> {
  const highlightConfig = { contentColor: hoverColour, showInfo: true };
  await Promise.all([
    session.send('DOM.enable'),
    session.send('Overlay.enable'),
    session.send('Overlay.setInspectMode', { mode: 'searchForNode', highlightConfig }),
  ]);
}

async function endInspections(sessions: ReadonlySet<CDPSession>): Promise<void> {
  const ending = Promise.all([...sessions].map(endInspection));
  await settlesWithin(ending, ENDS_WITHIN_MS, new AbortController().signal);
}

async function endInspection(session: CDPSession): Promise<void> {
  if (session.detached) return;
  await Promise.allSettled([
    session.send('Overlay.setInspectMode', { mode: 'none', highlightConfig: {} }),
    session.send('Overlay.disable'),
    session.send('DOM.disable'),
  ]);
}

/** Returns the element as a handle of its own frame: several frames may share a session. */
async function adopt(
  run: PageRun,
  session: CDPSession,
  backendNodeId: number,
): Promise<ElementHandle | undefined> {
  const frames = run.pages
    .open()
    .flatMap(({ page }) => framesWithDocument(page))
    .filter((frame) => frameSession(frame) === session);
  const [first] = frames;
  if (!first) return undefined;
  const wanted = await findFrame(first, backendNodeId);
  const frame = frames.find((one) => frameId(one) === wanted);
  const handle = frame && (await isolatedRealm(frame).adoptBackendNode(backendNodeId));
  const element = handle?.asElement() ?? undefined;
  return element as ElementHandle | undefined;
}

/**
 * Returns the id of the frame that a node is in. Looks at the node in a separate world: a world
 * that sees a node first from another frame keeps it as an object of that frame.
 */
async function findFrame(some: Frame, backendNodeId: number): Promise<string | undefined> {
  const session = frameSession(some);
  const world = { frameId: frameId(some), worldName: 'errand-pick' };
  const { executionContextId } = await session.send('Page.createIsolatedWorld', world);
  const { object } = await session.send('DOM.resolveNode', { backendNodeId, executionContextId });
  const { result } = await session.send('Runtime.callFunctionOn', {
    ...(object.objectId !== undefined && { objectId: object.objectId }),
    functionDeclaration: 'function () { return this.ownerDocument.documentElement; }',
  });
  const { objectId = '' } = result;
  const { node } = await session.send('DOM.describeNode', { objectId });
  return node.frameId;
}
