import type { Page } from 'puppeteer';
import type { ActingElement, Pin } from '../acting/acting-element.ts';
import { elementsAtPoint } from '../acting/elements-at-point.ts';
import type { Point } from '../../targets/point.ts';
import { type Deadline, settlesWithin } from '../../deadline.ts';
import { NotActionableError } from '../../errors.ts';

/** Minimum time for a busy page to respond, even to a step that looks only once. */
const LEAST_ANSWER_MS = 1000;

interface PointSearch {
  readonly page: Page;
  readonly deadline: Deadline;
  /** For messages. */
  readonly locator: string;
  /** Returns where to look; called for every try. */
  readonly aim: () => Promise<Point>;
}

/** Finds the element that is drawn at a point, in any frame. */
export function findAtPoint(search: PointSearch): Required<Pick<ActingElement, 'find' | 'pin'>> {
  const { page, deadline, locator, aim } = search;
  let pin: Pin | undefined;
  const lookAt = async (point: Point) => {
    const found = elementsAtPoint(page, point);
    const answersWithinMs = Math.max(deadline.remainingMs(), LEAST_ANSWER_MS);
    if (await settlesWithin(found, answersWithinMs, deadline.signal)) return found;
    const problem = 'is in a frame that does not respond';
    throw new NotActionableError(locator, problem, deadline.elapsedMs());
  };
  return {
    pin: () => pin,
    async find() {
      const point = await aim();
      const elements = await lookAt(point);
      const innermost = elements.at(-1);
      if (!innermost) {
        const problem = 'is outside the visible area of the page';
        throw new NotActionableError(locator, problem, deadline.elapsedMs());
      }
      const others = elements.slice(0, -1).map(({ handle }) => handle.dispose());
      await Promise.allSettled(others);
      pin = { page: point, local: innermost.point };
      return innermost.handle;
    },
  };
}
