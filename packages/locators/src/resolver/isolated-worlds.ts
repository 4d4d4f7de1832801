import { randomUUID } from 'node:crypto';
import type { CDPSession, Protocol } from 'puppeteer';
import { injectedScriptSource } from '../injected/ivya-bundle.generated.ts';

/** This package's script in an isolated world of each frame of one session. */
export interface IsolatedWorlds extends AsyncDisposable {
  /**
   * Calls a function of the injected script. Throws `InPageError` if the function throws, otherwise
   * Puppeteer's errors.
   */
  readonly call: (frameId: string, call: InPageCall) => Promise<Protocol.Runtime.RemoteObject>;
}

export interface InPageCall {
  readonly method:
    | 'queryAll'
    | 'count'
    | 'waitForMatches'
    | 'isStillOnly'
    | 'findNearest'
    | 'describeMatches'
    | 'showMatches'
    | 'trySelectors';
  readonly parameters: readonly unknown[];
  /** Returned objects are kept alive and released under this name. */
  readonly objectGroup: string;
}

/** The injected script threw. */
export class InPageError extends Error {
  override readonly name = 'InPageError';
}

/** The document of a frame was gone before its world could be used. */
export class WorldGoneError extends Error {
  override readonly name = 'WorldGoneError';
}

// The page cannot see an isolated world, which has its own globals and prototypes. Elements with an
// id are reachable in both worlds, but only by names that are not own properties of the global
// object.
const CALL_DECLARATION =
  'function (method, parameters) { return Object.hasOwn(globalThis, "errandLocators") ? errandLocators[method](...parameters) : "missing"; }';

export async function openIsolatedWorlds(session: CDPSession): Promise<IsolatedWorlds> {
  const worldName = `errand-${randomUUID()}`;
  const contexts = trackContexts(session, worldName);
  const { identifier } = await session.send('Page.addScriptToEvaluateOnNewDocument', {
    source: injectedScriptSource,
    worldName,
  });

  const openWorld = async (frameId: string) => {
    await session.send('Page.createIsolatedWorld', { frameId, worldName });
    const uniqueContextId = contexts.find(frameId);
    if (uniqueContextId === undefined) throw new WorldGoneError(`Frame ${frameId} has no world.`);
    return uniqueContextId;
  };

  return {
    async call(frameId, call) {
      const uniqueContextId = contexts.find(frameId) ?? (await openWorld(frameId));
      const result = await callInWorld(session, uniqueContextId, call);
      if (result.value !== 'missing') return result;
      await session.send('Runtime.evaluate', { expression: injectedScriptSource, uniqueContextId });
      return callInWorld(session, uniqueContextId, call);
    },
    async [Symbol.asyncDispose]() {
      contexts[Symbol.dispose]();
      if (session.detached) return;
      await session.send('Page.removeScriptToEvaluateOnNewDocument', { identifier });
    },
  };
}

/**
 * Tracks unique context ids by frame. Plain ids are ambiguous: another process may use the same
 * number for the page's own world.
 */
function trackContexts(session: CDPSession, worldName: string) {
  const contextIds = new Map<string, string>();
  const onCreated = ({ context }: Protocol.Runtime.ExecutionContextCreatedEvent) => {
    const frameId: unknown = context.auxData?.['frameId'];
    if (context.name === worldName && typeof frameId === 'string') {
      contextIds.set(frameId, context.uniqueId);
    }
  };
  const onDestroyed = (event: Protocol.Runtime.ExecutionContextDestroyedEvent) => {
    for (const [frameId, uniqueId] of contextIds) {
      if (uniqueId === event.executionContextUniqueId) contextIds.delete(frameId);
    }
  };
  const onCleared = () => contextIds.clear();
  session.on('Runtime.executionContextCreated', onCreated);
  session.on('Runtime.executionContextDestroyed', onDestroyed);
  session.on('Runtime.executionContextsCleared', onCleared);
  return {
    find: (frameId: string) => contextIds.get(frameId),
    [Symbol.dispose]() {
      session.off('Runtime.executionContextCreated', onCreated);
      session.off('Runtime.executionContextDestroyed', onDestroyed);
      session.off('Runtime.executionContextsCleared', onCleared);
    },
  };
}

async function callInWorld(
  session: CDPSession,
  uniqueContextId: string,
  call: InPageCall,
): Promise<Protocol.Runtime.RemoteObject> {
  const { result, exceptionDetails } = await session.send('Runtime.callFunctionOn', {
    functionDeclaration: CALL_DECLARATION,
    arguments: [{ value: call.method }, { value: call.parameters }],
    uniqueContextId,
    objectGroup: call.objectGroup,
    awaitPromise: true,
  });
  if (!exceptionDetails) return result;
  const { exception, text } = exceptionDetails;
  throw new InPageError((exception?.description ?? text).split('\n')[0] ?? text);
}
