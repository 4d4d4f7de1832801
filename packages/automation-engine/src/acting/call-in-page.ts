import type { ElementHandle, Frame, HandleFor } from 'puppeteer';
import { isolatedRealm } from '../pages/isolated-realm.ts';
import { inPageLibrary } from './in-page/library.generated.ts';
import type { documentFunctions, elementFunctions } from './in-page/library.ts';

type ElementFunctions = typeof elementFunctions;
type DocumentFunctions = typeof documentFunctions;

type Result<Call extends (...parameters: never[]) => unknown> = Awaited<ReturnType<Call>>;
/** Elements are given as handles. */
type Given<Parameters extends unknown[]> = {
  [Index in keyof Parameters]: Parameters[Index] extends Element
    ? ElementHandle
    : Parameters[Index];
};
type AfterElement<Parameters extends unknown[]> = Parameters extends [Element, ...infer Rest]
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

/** As `callOn`, for a result that stays in the page. */
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

/** As `callIn`, for a result that stays in the page. */
export function handleIn<Name extends keyof DocumentFunctions>(
  frame: Frame,
  name: Name,
  ...parameters: Parameters<DocumentFunctions[Name]>
): Promise<HandleFor<Result<DocumentFunctions[Name]>>> {
  const realm = isolatedRealm(frame);
  return withLibrary(realm, () => realm.evaluateHandle(callWithoutElement, name, ...parameters));
}

/** Said by the functions below, which the page gets as their text. */
const missing = 'errand: this document has no library yet';

interface World {
  readonly evaluate: (script: () => void) => Promise<unknown>;
}

/** A document gets the library with the first call: most frames are never asked anything. */
async function withLibrary<Answer>(world: World, call: () => Promise<unknown>): Promise<Answer> {
  try {
    return (await call()) as Answer;
  } catch (error) {
    if (!(error instanceof Error) || !error.message.includes(missing)) throw error;
  }
  await world.evaluate(installLibrary);
  return (await call()) as Answer;
}

/** Puppeteer sends a function as its text, and a text given as such only as an expression. */
const installLibrary = Object.assign(() => undefined, {
  toString: () => `() => {\n${inPageLibrary}\n}`,
});

type InPage = typeof globalThis & {
  errandLibrary?: Record<string, (...parameters: unknown[]) => unknown>;
};

/** Sent into the page, as short as it is. */
function callWithElement(element: Element, name: string, ...parameters: unknown[]): unknown {
  const { errandLibrary: library }: InPage = globalThis;
  if (!library) throw new Error('errand: this document has no library yet');
  return library[name]?.(element, ...parameters);
}

function callWithoutElement(name: string, ...parameters: unknown[]): unknown {
  const { errandLibrary: library }: InPage = globalThis;
  if (!library) throw new Error('errand: this document has no library yet');
  return library[name]?.(...parameters);
}
