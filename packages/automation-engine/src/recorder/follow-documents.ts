import { randomUUID } from 'node:crypto';
import type { BrowserContext, CDPSession, Frame, Page, Protocol } from 'puppeteer';
import { frameId } from '../page/browser/frame-session.ts';
import type { ErrandRecorder, Note } from './notes.ts';

const BINDING_NAME = 'errandRecord';

/** A document in which the recorder's script runs. */
interface World {
  readonly session: CDPSession;
  readonly contextId: number;
  readonly frame: string;
  readonly document: string;
}

/** The recorder's script in the documents of a browser context. */
export interface FollowedDocuments {
  /** Puts the script into every document of a session, now and later. */
  readonly prepare: (session: CDPSession, page: string) => Promise<void>;
  /** Calls a function of the script in every document. */
  readonly callAll: <Name extends 'look' | 'pointAt' | 'setLoop'>(
    name: Name,
    ...parameters: Parameters<ErrandRecorder[Name]>
  ) => Promise<void>;
  /** Keeps the script out of documents that load later. */
  readonly end: () => Promise<void>;
}

interface DocumentDependencies {
  readonly context: BrowserContext;
  /** Called in the order in which a session reports the notes. */
  readonly onNote: (note: Note, where: DocumentPlace) => void;
}

export interface DocumentPlace {
  readonly page: string;
  readonly document: string;
  /** Where the frame is now, or was last. Throws `FrameGoneError`. */
  readonly frame: () => Promise<FramePlace>;
}

interface FramePlace {
  /** Locator that enters the frame, with a dot at its end; empty for the page itself. */
  readonly prefix: string;
  readonly url: string;
}

class FrameGoneError extends Error {
  constructor() {
    super('What was done in a frame is left out: the frame disappeared before it could be found.');
  }
}

export function followDocuments({ context, onNote }: DocumentDependencies): FollowedDocuments {
  const worldName = `errand-recorder-${randomUUID()}`;
  const worlds = new Map<string, World>();
  const ends: (() => Promise<unknown>)[] = [];
  const prefixes = createPrefixes(worlds);
  const seen = new Map<string, FramePlace>();
  const look = async (frame: string): Promise<FramePlace> => {
    const found = await findFrame(context, frame);
    if (!found) throw new FrameGoneError();
    return { prefix: await prefixes.of(found), url: found.url() };
  };
  const placeOf = (world: World, page: string): DocumentPlace => ({
    page,
    document: world.document,
    async frame() {
      const [place] = await Promise.allSettled([look(world.frame)]);
      if (place.status === 'fulfilled') seen.set(world.frame, place.value);
      // A frame may disappear because of what the person does in it.
      const known = seen.get(world.frame);
      if (!known) throw place.status === 'rejected' ? place.reason : new FrameGoneError();
      return known;
    },
  });
  return {
    async prepare(session, page) {
      follow(session, {
        worldName,
        onWorld: (world) => worlds.set(world.frame, world),
        onNote(note, world) {
          // The iframe may have other attributes by now.
          if (note.kind === 'hello') prefixes.forget(world.frame);
          onNote(note, placeOf(world, page));
        },
      });
      const identifier = await putScript(session, worldName);
      ends.push(() => session.send('Page.removeScriptToEvaluateOnNewDocument', { identifier }));
    },
    async callAll(name, ...parameters) {
      const expression = `globalThis.errandRecorder?.${name}(${parameters.map((one) => JSON.stringify(one)).join()})`;
      const calls = [...worlds.values()].map(({ session, contextId }) =>
        session.send('Runtime.evaluate', { expression, contextId }),
      );
      // A document may already be gone.
      await Promise.allSettled(calls);
    },
    async end() {
      await Promise.allSettled(ends.map((end) => end()));
    },
  };
}

/** Returns a locator that enters a frame, with a dot at its end. */
function createPrefixes(worlds: ReadonlyMap<string, World>) {
  const known = new Map<string, Promise<string>>();
  const enter = async (frame: Frame, parent: Frame): Promise<string> => {
    const [before, name] = await Promise.all([
      find(parent),
      nameFrame(frameId(frame), worlds.get(frameId(parent))),
    ]);
    return `${before}${name}.content_frame.`;
  };
  const find = (frame: Frame): Promise<string> => {
    const parent = frame.parentFrame();
    if (!parent) return Promise.resolve('');
    const found = known.get(frameId(frame)) ?? enter(frame, parent);
    known.set(frameId(frame), found);
    found.catch(() => known.delete(frameId(frame)));
    return found;
  };
  return { of: find, forget: (id: string) => void known.delete(id) };
}

interface Following {
  readonly worldName: string;
  readonly onWorld: (world: World) => void;
  readonly onNote: (note: Note, world: World) => void;
}

function follow(session: CDPSession, { worldName, onWorld, onNote }: Following): void {
  const known = new Map<number, World>();
  session.on('Runtime.executionContextCreated', ({ context: created }) => {
    const frame: unknown = created.auxData?.['frameId'];
    if (created.name !== worldName || typeof frame !== 'string') return;
    const { id: contextId, uniqueId: document } = created;
    const world = { session, contextId, frame, document };
    known.set(contextId, world);
    onWorld(world);
  });
  session.on('Runtime.bindingCalled', (call: Protocol.Runtime.BindingCalledEvent) => {
    const world = known.get(call.executionContextId);
    if (call.name === BINDING_NAME && world) onNote(JSON.parse(call.payload) as Note, world);
  });
}

/** Returns the identifier with which the script can be removed. */
async function putScript(session: CDPSession, worldName: string): Promise<string> {
  // The largest module of a worker, and few tasks are recorded.
  const { startRecorderScript } = await import('./in-page/start-recorder.generated.ts');
  const [, , { identifier }] = await Promise.all([
    session.send('Runtime.enable'),
    session.send('Runtime.addBinding', { name: BINDING_NAME, executionContextName: worldName }),
    session.send('Page.addScriptToEvaluateOnNewDocument', {
      source: startRecorderScript,
      worldName,
      runImmediately: true,
    }),
  ]);
  return identifier;
}

/** The best locator of an iframe, according to the script in the document that contains it. */
async function nameFrame(frame: string, parent: World | undefined): Promise<string> {
  if (!parent) return 'locator("iframe")';
  const { session, contextId } = parent;
  const { backendNodeId } = await session.send('DOM.getFrameOwner', { frameId: frame });
  const { object } = await session.send('DOM.resolveNode', {
    backendNodeId,
    executionContextId: contextId,
  });
  const { result } = await session.send('Runtime.callFunctionOn', {
    ...(object.objectId !== undefined && { objectId: object.objectId }),
    functionDeclaration: 'function () { return errandRecorder.nameFrame(this); }',
    returnByValue: true,
  });
  return String(result.value);
}

async function findFrame(context: BrowserContext, id: string): Promise<Frame | undefined> {
  const pages: Page[] = await context.pages();
  return pages.flatMap((page) => page.frames()).find((frame) => frameId(frame) === id);
}
