import type { Page } from 'puppeteer';
import type { ActingElement, Pin } from '../acting/acting-element.ts';
import { elementsAtPoint } from '../acting/elements-at-point.ts';
import type { Point } from '../acting/in-page/hit-test.ts';
import { abortable, type Deadline } from '../deadline.ts';
import { NotActionableError } from '../errors.ts';

interface PointSearch {
  readonly page: Page;
  readonly deadline: Deadline;
  /** For messages. */
  readonly locator: string;
  /** Says, anew for every try, where to look. */
  readonly aim: () => Promise<Point>;
}

/** Takes what is drawn at a point, in whatever frame, for the element. */
export function findAtPoint(search: PointSearch): Required<Pick<ActingElement, 'find' | 'pin'>> {
  const { page, deadline, locator, aim } = search;
  let pin: Pin | undefined;
  return {
    pin: () => pin,
    async find() {
      const point = await aim();
      const elements = await abortable(elementsAtPoint(page, point), deadline.signal);
      const innermost = elements.at(-1);
      if (!innermost) {
        const problem = 'is outside of the visible area of the page';
        throw new NotActionableError(locator, problem, deadline.elapsedMs());
      }
      const others = elements.slice(0, -1).map(({ handle }) => handle.dispose());
      await Promise.allSettled(others);
      pin = { page: point, local: innermost.point };
      return innermost.handle;
    },
  };
}
