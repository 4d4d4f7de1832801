import type { MouseClickOptions, Page } from 'puppeteer';
import type { Point } from './in-page/hit-test.ts';

/** The mouse of one page. The browser does not tell where it is, so this remembers. */
export interface Pointer {
  /** Undefined until it is first moved. */
  readonly position: () => Point | undefined;
  readonly moveTo: (point: Point) => Promise<void>;
  readonly clickAt: (point: Point, options?: MouseClickOptions) => Promise<void>;
  /** Presses at one point and releases at another. */
  readonly drag: (from: Point, to: Point) => Promise<void>;
  /** Turns the wheel where the pointer is; a positive distance scrolls down. */
  readonly turnWheel: (deltaY: number) => Promise<void>;
}

export function createPointer({ mouse }: Pick<Page, 'mouse'>): Pointer {
  let position: Point | undefined;
  const moveTo = async (point: Point) => {
    position = point;
    await mouse.move(point.x, point.y);
  };
  return {
    position: () => position,
    moveTo,
    async clickAt(point, options) {
      position = point;
      await mouse.click(point.x, point.y, options);
    },
    async drag(from, to) {
      await moveTo(from);
      await mouse.down();
      await moveTo(to);
      await mouse.up();
    },
    turnWheel: (deltaY) => mouse.wheel({ deltaY }),
  };
}
