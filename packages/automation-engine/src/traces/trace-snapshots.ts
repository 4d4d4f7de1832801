import type { ElementHandle, Frame, JSHandle, Page } from 'puppeteer';
import { callIn, callOn, handleIn } from '../page/browser/call-in-page.ts';
import { frameId, frameSession, targetId } from '../page/browser/frame-session.ts';
import { framesWithDocument, isolatedRealm } from '../page/browser/isolated-realm.ts';
import type { TraceSnapshot } from '../page/in-page/trace-snapshot.ts';
import { countMissingSnapshots, type Gap } from './missing-snapshots.ts';
import { pageIdOf } from './page-id.ts';
import { SNAPSHOT_START } from './redact-snapshot.ts';
import type { TraceFile } from './trace-file.ts';

const MOST_FRAMES = 20;
/** A frame with this many unanswered calls is not asked again until it responds. */
const MOST_PENDING = 3;

/** The element that a step is about to act on. */
interface Aim {
  readonly element: ElementHandle;
  readonly callId: string;
}

interface Occasion {
  readonly phase: 'before' | 'action' | 'after';
  readonly callId: string;
}

interface Moment extends Occasion {
  readonly timestamp: number;
  readonly wallTime: number;
}

/** Takes snapshots of a page's frames. `track` receives work that continues in the background. */
export function createSnapshots(file: TraceFile, track: (work: Promise<unknown>) => void) {
  const waiting = new WeakMap<Frame, number>();
  const named = new WeakSet<Frame>();
  const missing = countMissingSnapshots();
  let pending = 0;
  let hasEnded = false;
  const take = async (frame: Frame, occasion: Occasion, aim?: ElementHandle): Promise<Gap | ''> => {
    const count = waiting.get(frame) ?? 0;
    if (count >= MOST_PENDING) return 'busy';
    waiting.set(frame, count + 1);
    try {
      const moment = { ...occasion, timestamp: performance.now(), wallTime: Date.now() };
      const snapshot = await takeWithRoots(frame, aim && { element: aim, callId: occasion.callId });
      if (!snapshot) return 'large';
      // It counts as missing by now.
      if (hasEnded) return '';
      file.addSnapshot(describeSnapshot(frame, snapshot, moment));
      if (snapshot.hasPossibleHosts) track(nameClosedRoots(frame));
      return '';
    } finally {
      waiting.set(frame, (waiting.get(frame) ?? 1) - 1);
    }
  };
  const count = async (taking: Promise<Gap | ''>): Promise<void> => {
    pending += 1;
    const [taken] = await Promise.allSettled([taking]);
    pending -= 1;
    const gap = taken.status === 'fulfilled' ? taken.value : 'gone';
    if (gap !== '' && !hasEnded) missing.note(gap);
  };
  return {
    /** `aim`, the element that a step acts on, is marked in this snapshot and in later ones. */
    take(page: Page, occasion: Occasion, aim?: ElementHandle): void {
      const frames = framesWithDocument(page);
      missing.note('crowd', frames.length - MOST_FRAMES);
      for (const frame of frames.slice(0, MOST_FRAMES)) {
        if (!named.has(frame)) {
          named.add(frame);
          track(nameFrame(frame));
        }
        track(count(take(frame, occasion, aim?.frame === frame ? aim : undefined)));
      }
    },
    /** Says in the trace what is missing. Snapshots that arrive later are not added. */
    end(): void {
      hasEnded = true;
      missing.note('busy', pending);
      const text = missing.describe();
      if (text !== undefined) file.warn(text);
    },
  };
}

async function takeWithRoots(
  frame: Frame,
  aim: Aim | undefined,
): Promise<TraceSnapshot | undefined> {
  const snapshot = aim
    ? await callOn(aim.element, 'takeAimedSnapshot', aim.callId)
    : await callIn(frame, 'takeTraceSnapshot');
  if (snapshot !== 'ask') return snapshot;
  await nameClosedRoots(frame);
  const next = await callIn(frame, 'takeTraceSnapshot');
  return next === 'ask' ? undefined : next;
}

/** Returns a line of the trace. The document is JSON already, and large. */
function describeSnapshot(
  frame: Frame,
  { html, doctype, url, width, height, milliseconds }: TraceSnapshot,
  { phase, callId, timestamp, wallTime }: Moment,
): string {
  const rest = JSON.stringify({
    callId,
    phase,
    snapshotName: `${phase}@${callId}`,
    pageId: pageIdOf(targetId(frame.page().target())),
    frameId: `frame@${frameId(frame)}`,
    frameUrl: url,
    doctype,
    viewport: { width, height },
    timestamp,
    wallTime,
    collectionTime: milliseconds,
    resourceOverrides: [],
    isMainFrame: frame.parentFrame() === null,
  });
  return `${SNAPSHOT_START}${html},${rest.slice(1)}}`;
}

/** Gives a frame's ID to its parent document, so that the viewer shows its snapshots there. */
export async function nameFrame(frame: Frame): Promise<void> {
  const parent = frame.parentFrame();
  if (!parent) return;
  const id = frameId(frame);
  const { backendNodeId } = await frameSession(parent).send('DOM.getFrameOwner', { frameId: id });
  await using element = await isolatedRealm(parent).adoptBackendNode(backendNodeId);
  const owner = element.asElement();
  if (owner) await callOn(owner as ElementHandle, 'markTraceFrame', `frame@${id}`);
}

/** Gives a document its closed shadow roots, which only the browser can see. */
async function nameClosedRoots(frame: Frame): Promise<void> {
  await using owned = new AsyncDisposableStack();
  const list = owned.use(await handleIn(frame, 'takePossibleHosts'));
  const hosts = [...(await list.getProperties()).values()].map((host) => owned.use(host));
  await Promise.all(hosts.map((host) => nameClosedRoot(frame, host)));
}

async function nameClosedRoot(frame: Frame, host: JSHandle): Promise<void> {
  const { objectId } = host.remoteObject();
  if (objectId === undefined) return;
  const { node } = await frameSession(frame).send('DOM.describeNode', { objectId });
  const closed = node.shadowRoots?.find(({ shadowRootType }) => shadowRootType === 'closed');
  if (!closed) return;
  await using root = await isolatedRealm(frame).adoptBackendNode(closed.backendNodeId);
  const element = root.asElement();
  if (element) await callOn(element as ElementHandle, 'markClosedRoot');
}
