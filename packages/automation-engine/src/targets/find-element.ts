import { describeLocator, type LocatorExpression, type LocatorResolver } from '@errand/locators';
import type { ElementHandle } from 'puppeteer';
import type { Deadline } from '../deadline.ts';
import { LocatorAmbiguousError, LocatorNotFoundError } from '../errors.ts';
import { isolatedRealm } from '../pages/isolated-realm.ts';

/** Waits for the first match in document order, of any number. Throws `LocatorNotFoundError`. */
export async function findFirstElement(
  resolver: LocatorResolver,
  expression: LocatorExpression,
  deadline: Deadline,
): Promise<ElementHandle> {
  const [first, ...others] = await findElements(resolver, expression, deadline);
  await disposeAll(others);
  if (first) return isolate(first);
  throw new LocatorNotFoundError(describeLocator(expression), deadline.elapsedMs());
}

/** Waits for matches until the deadline, at least once; an empty list if there are none. The caller disposes the handles. */
async function findElements(
  resolver: LocatorResolver,
  expression: LocatorExpression,
  deadline: Deadline,
): Promise<ElementHandle[]> {
  const { signal } = deadline;
  const remainingMs = deadline.remainingMs();
  if (remainingMs === 0) return resolver.queryAll(expression, { signal });
  const timeUp = new AbortController();
  const timer = setTimeout(() => timeUp.abort(), remainingMs);
  try {
    const either = AbortSignal.any([signal, timeUp.signal]);
    return await resolver.waitForMatches(expression, { signal: either });
  } catch (error) {
    signal.throwIfAborted();
    if (!timeUp.signal.aborted) throw error;
    return [];
  } finally {
    clearTimeout(timer);
  }
}

/** Waits for the one match. Throws `LocatorNotFoundError`, `LocatorAmbiguousError`. */
export async function findElement(
  resolver: LocatorResolver,
  expression: LocatorExpression,
  deadline: Deadline,
): Promise<ElementHandle> {
  const [first, ...others] = await findElements(resolver, expression, deadline);
  const locator = describeLocator(expression);
  if (!first) throw new LocatorNotFoundError(locator, deadline.elapsedMs());
  if (others.length > 0) {
    await disposeAll([first, ...others]);
    throw new LocatorAmbiguousError(locator, others.length + 1);
  }
  return isolate(first);
}

/** Moves the handle to where the page cannot tamper with what acts on the element. */
async function isolate(handle: ElementHandle): Promise<ElementHandle> {
  return isolatedRealm(handle.frame).transferHandle(handle);
}

async function disposeAll(handles: readonly ElementHandle[]): Promise<void> {
  await Promise.allSettled(handles.map((handle) => handle.dispose()));
}
