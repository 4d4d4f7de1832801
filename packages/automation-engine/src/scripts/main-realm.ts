import type { ElementHandle, Frame, Realm } from 'puppeteer';
import type { JsonValue } from '@errand/expressions';

interface MainRealm extends Pick<Realm, 'evaluate' | 'evaluateHandle'> {
  /** Gives the same element in this realm and disposes the old handle. */
  readonly transferHandle: (handle: ElementHandle) => Promise<ElementHandle>;
}

/** The world of the page's own scripts. Puppeteer keeps it out of its types, so this is checked when it is used. */
function mainRealm(frame: Frame): MainRealm {
  if (hasMainRealm(frame)) return frame.mainRealm();
  throw new TypeError('Frame.mainRealm is gone from Puppeteer: pin the version that has it.');
}

function hasMainRealm(frame: object): frame is { mainRealm: () => MainRealm } {
  return 'mainRealm' in frame && typeof frame.mainRealm === 'function';
}

/**
 * Evaluates JavaScript of a script where the page's own runs: a function is called with the elements (if any) and the
 * argument, an expression is its value, statements are run.
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
  if (!(await isExpression(realm, script))) return toJson(await realm.evaluate(script));
  await using evaluated = await realm.evaluateHandle(`(${script}\n)`);
  if (handles === undefined) {
    return toJson(
      await realm.evaluate(
        (value: unknown, given) =>
          typeof value === 'function' ? (value(given) as unknown) : value,
        evaluated,
        argument,
      ),
    );
  }
  const isOne = !Array.isArray(handles);
  const list = isOne ? [handles as ElementHandle] : [...(handles as readonly ElementHandle[])];
  const elements = await Promise.all(list.map((handle) => realm.transferHandle(handle)));
  try {
    return toJson(
      await realm.evaluate(
        (value: unknown, { given, takesOne }, ...found) => {
          const first: unknown = takesOne ? found[0] : found;
          return typeof value === 'function' ? (value(first, given) as unknown) : value;
        },
        evaluated,
        { given: argument, takesOne: isOne },
        ...elements,
      ),
    );
  } finally {
    await Promise.allSettled(elements.map((element) => element.dispose()));
  }
}

/** Compiles it and does not run it. */
async function isExpression(realm: MainRealm, script: string): Promise<boolean> {
  try {
    await realm.evaluate(`void (() => (${script}\n))`);
    return true;
  } catch (error) {
    if (error instanceof Error && error.name === 'SyntaxError') return false;
    throw error;
  }
}

/** What Puppeteer gives is JSON, but for undefined and numbers that JSON has no word for. */
function toJson(value: unknown): JsonValue {
  return (JSON.parse(JSON.stringify(value) ?? 'null') ?? null) as JsonValue;
}
