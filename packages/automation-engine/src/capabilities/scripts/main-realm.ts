import type { JsonValue } from '@errand/foundation';
import type { ElementHandle, Frame, Realm } from 'puppeteer';
import { CallFailedError } from './script-action-errors.ts';

/** Higher than the limit for a script's result. */
const MOST_CHARACTERS = 16 * 1024 ** 2;

interface MainRealm extends Pick<Realm, 'evaluate' | 'evaluateHandle'> {
  /** Moves the element into this realm and disposes the old handle. */
  readonly transferHandle: (handle: ElementHandle) => Promise<ElementHandle>;
}

/**
 * The realm of the page's own scripts. Puppeteer omits it from its types, so it is checked at run
 * time.
 */
function mainRealm(frame: Frame): MainRealm {
  if (hasMainRealm(frame)) return frame.mainRealm();
  throw new TypeError('Frame.mainRealm is missing from Puppeteer: pin a version that has it.');
}

function hasMainRealm(frame: object): frame is { mainRealm: () => MainRealm } {
  return 'mainRealm' in frame && typeof frame.mainRealm === 'function';
}

/**
 * Evaluates a script's JavaScript in the realm of the page's own scripts: a function is called with
 * the elements (if any) and the argument, an expression returns its value, statements are executed.
 * Throws `CallFailedError` for a value that is too large.
 */
export async function evaluateInPage(
  frame: Frame,
  script: string,
  {
    argument,
    handles,
  }: { readonly argument: JsonValue; readonly handles?: ElementHandle | readonly ElementHandle[] },
): Promise<JsonValue> {
  const realm = mainRealm(frame);
  const isCalled = await isExpression(realm, script);
  // Wraps the result in an object: a handle to a string carries all of it; a handle to an object
  // does not.
  const held = isCalled ? `({ found: (${script}\n) })` : script;
  await using holder = await realm.evaluateHandle(held);
  const isOne = !Array.isArray(handles);
  const list = isOne
    ? [(handles ?? []) as ElementHandle].flat()
    : [...(handles as ElementHandle[])];
  const elements = await Promise.all(list.map((handle) => realm.transferHandle(handle)));
  const takes = handles === undefined ? 'nothing' : isOne ? 'one' : 'all';
  try {
    const how = { given: argument, isCalled, takes, most: MOST_CHARACTERS } as const;
    const answer = await realm.evaluate(readValue, holder, how, ...elements);
    // Undefined for values that JSON cannot represent, such as a window.
    if (!answer?.isTooLarge) return toJson(answer?.value);
    throw new CallFailedError(`The value is larger than ${MOST_CHARACTERS} characters.`);
  } finally {
    await Promise.allSettled(elements.map((element) => element.dispose()));
  }
}

/**
 * Runs in the page. Estimates the size there, because serialising holds several copies in memory.
 */
async function readValue(
  holder: unknown,
  how: {
    readonly given: JsonValue;
    readonly isCalled: boolean;
    readonly takes: 'nothing' | 'one' | 'all';
    readonly most: number;
  },
  ...elements: readonly unknown[]
): Promise<{ readonly value?: unknown; readonly isTooLarge: boolean } | undefined> {
  // Windows, elements and circular values are left to Puppeteer.
  const measure = (part: unknown, depth = 0): number => {
    if (typeof part === 'string') return part.length;
    if (typeof part !== 'object' || part === null || depth > 100) return 8;
    if (!Array.isArray(part) && Object.getPrototypeOf(part) !== Object.prototype) return 8;
    let size = 2;
    for (const key in part) {
      size += key.length + measure((part as Record<string, unknown>)[key], depth + 1);
      if (size > how.most) break;
    }
    return size;
  };
  const call = (act: (...given: readonly unknown[]) => unknown): unknown => {
    if (how.takes === 'nothing') return act(how.given);
    return act(how.takes === 'one' ? elements[0] : elements, how.given);
  };
  const found = how.isCalled ? (holder as { readonly found: unknown }).found : holder;
  const isFunction = how.isCalled && typeof found === 'function';
  const value: unknown = await (isFunction ? call(found as () => unknown) : found);
  return measure(value) > how.most ? { isTooLarge: true } : { value, isTooLarge: false };
}

/** Checks by compiling the script without running it. */
async function isExpression(realm: MainRealm, script: string): Promise<boolean> {
  try {
    await realm.evaluate(`void (() => (${script}\n))`);
    return true;
  } catch (error) {
    if (error instanceof Error && error.name === 'SyntaxError') return false;
    throw error;
  }
}

/** Puppeteer returns JSON values, except undefined and numbers such as NaN that JSON lacks. */
function toJson(value: unknown): JsonValue {
  return (JSON.parse(JSON.stringify(value) ?? 'null') ?? null) as JsonValue;
}
