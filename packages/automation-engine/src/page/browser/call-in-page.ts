import type { ElementHandle, Frame, HandleFor } from 'puppeteer';
import { isolatedRealm } from './isolated-realm.ts';
import { inPageLibrary } from '../in-page/install-library.generated.ts';
import type { documentFunctions, elementFunctions } from '../in-page/library.ts';

type ElementFunctions = typeof elementFunctions;
type DocumentFunctions = typeof documentFunctions;

type Result<Call extends (...parameters: never[]) => unknown> = Awaited<ReturnType<Call>>;
/** Elements are passed as handles. */
type Given<Parameters extends unknown[]> = {
  [Index in keyof Parameters]: Parameters[Index] extends Element
    ? ElementHandle
    : Parameters[Index];
};
type AfterElement<Parameters extends unknown[]> = Parameters extends [Node, ...infer Rest]
  ? Given<Rest>
  : [];

/** Calls a function of the in-page library on an element, in the world of its handle. */
export function callOn<Name extends keyof ElementFunctions>(
  handle: ElementHandle,
  name: Name,
  ...parameters: AfterElement<Parameters<ElementFunctions[Name]>>
): Promise<Result<ElementFunctions[Name]>> {
  return withLibrary(handle, () => handle.evaluate(callWithElement, name, ...parameters));
}

/** Like `callOn`, for a result that stays in the page. */
export function handleOn<Name extends keyof ElementFunctions>(
  handle: ElementHandle,
  name: Name,
  ...parameters: AfterElement<Parameters<ElementFunctions[Name]>>
): Promise<HandleFor<Result<ElementFunctions[Name]>>> {
  return withLibrary(handle, () => handle.evaluateHandle(callWithElement, name, ...parameters));
}

/** Calls a function of the in-page library in the isolated world of a frame's document. */
export function callIn<Name extends keyof DocumentFunctions>(
  frame: Frame,
  name: Name,
  ...parameters: Parameters<DocumentFunctions[Name]>
): Promise<Result<DocumentFunctions[Name]>> {
  const realm = isolatedRealm(frame);
  return withLibrary(realm, () => realm.evaluate(callWithoutElement, name, ...parameters));
}

/**
 * Like `callIn`, but sends the library and the call together: a busy document runs both before
 * anything that it is sent later. `callIn` would send the call only after the document has reported
 * that it has no library.
 */
export async function callInOrder<Name extends keyof DocumentFunctions>(
  frame: Frame,
  name: Name,
  ...parameters: Parameters<DocumentFunctions[Name]>
): Promise<Result<DocumentFunctions[Name]>> {
  const realm = isolatedRealm(frame);
  const installed = realm.evaluate(installLibrary);
  const called = realm.evaluate(callWithoutElement, name, ...parameters);
  const [, result] = await Promise.all([installed, called]);
  return result as Result<DocumentFunctions[Name]>;
}

/** Like `callIn`, for a result that stays in the page. */
export function handleIn<Name extends keyof DocumentFunctions>(
  frame: Frame,
  name: Name,
  ...parameters: Parameters<DocumentFunctions[Name]>
): Promise<HandleFor<Result<DocumentFunctions[Name]>>> {
  const realm = isolatedRealm(frame);
  return withLibrary(realm, () => realm.evaluateHandle(callWithoutElement, name, ...parameters));
}

/** Thrown by the functions below, whose source text is sent to the page. */
const MISSING = 'errand: this document has no library yet';

interface World {
  readonly evaluate: (script: () => void) => Promise<unknown>;
}

/**
 * Installs the library with the first call in a document, because most frames get no call. The
 * frame may show another document by the second call, which then has no library either.
 */
async function withLibrary<Answer>(world: World, call: () => Promise<unknown>): Promise<Answer> {
  for (;;) {
    try {
      return (await call()) as Answer;
    } catch (error) {
      if (!(error instanceof Error) || error.message !== MISSING) throw error;
    }
    await world.evaluate(installLibrary);
  }
}

/** Puppeteer sends a function as its source text, but a string only as an expression. */
const installLibrary = Object.assign(() => undefined, {
  toString: () => `() => {\n${inPageLibrary}\n}`,
});

type InPage = typeof globalThis & {
  errandLibrary?: Record<string, (...parameters: unknown[]) => unknown>;
};

// Each call carries the source text of one of these. An element whose id is the name of a global is
// found under that name in every world, but is not an own property of the global object.

function callWithElement(element: Element, name: string, ...parameters: unknown[]): unknown {
  const { errandLibrary: library }: InPage = globalThis;
  if (!library || !Object.hasOwn(globalThis, 'errandLibrary')) {
    throw new Error('errand: this document has no library yet');
  }
  return library[name]?.(element, ...parameters);
}

function callWithoutElement(name: string, ...parameters: unknown[]): unknown {
  const { errandLibrary: library }: InPage = globalThis;
  if (!library || !Object.hasOwn(globalThis, 'errandLibrary')) {
    throw new Error('errand: this document has no library yet');
  }
  return library[name]?.(...parameters);
}
