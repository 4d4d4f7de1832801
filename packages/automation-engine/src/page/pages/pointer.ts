import type { MouseClickOptions, Page } from 'puppeteer';
import type { Point } from '../../targets/point.ts';

export type Modifier = 'Alt' | 'Control' | 'Meta' | 'Shift';

export interface PointerClick extends MouseClickOptions {
  /** Keys that are held during the click. */
  readonly modifiers?: readonly Modifier[] | undefined;
  /** The button is released when this resolves. Default: immediately. */
  readonly hold?: (() => Promise<void>) | undefined;
}

/** The mouse of one page. Keeps its position, which the browser does not report. */
export interface Pointer {
  /** Undefined until it is first moved. */
  readonly position: () => Point | undefined;
  readonly moveTo: (point: Point) => Promise<void>;
  readonly clickAt: (point: Point, options?: PointerClick) => Promise<void>;
  /** Moves there and presses the left button, which stays pressed until `release`. */
  readonly pressAt: (point: Point) => Promise<void>;
  readonly release: () => Promise<void>;
  /** Presses at one point and releases at another. */
  readonly drag: (from: Point, to: Point) => Promise<void>;
  /** Turns the wheel where the pointer is. */
  readonly turnWheel: (turn: WheelTurn) => Promise<void>;
}

/** In CSS pixels; positive values scroll down and right. */
export interface WheelTurn {
  readonly deltaX?: number;
  readonly deltaY?: number;
}

export function createPointer({ keyboard, mouse }: Pick<Page, 'keyboard' | 'mouse'>): Pointer {
  let position: Point | undefined;
  const moveTo = async (point: Point) => {
    position = point;
    await mouse.move(point.x, point.y);
  };
  const pressAt = async (point: Point) => {
    await moveTo(point);
    await mouse.down();
  };
  const pressAndHold = async (options: MouseClickOptions, hold: () => Promise<void>) => {
    await mouse.down(options);
    try {
      await hold();
    } finally {
      await mouse.up(options);
    }
  };
  return {
    position: () => position,
    moveTo,
    async clickAt(point, { modifiers = [], hold, ...options } = {}) {
      position = point;
      const held: Modifier[] = [];
      try {
        for (const modifier of modifiers) {
          held.push(modifier);
          await keyboard.down(modifier);
        }
        if (!hold) return await mouse.click(point.x, point.y, options);
        await mouse.move(point.x, point.y);
        await pressAndHold(options, hold);
      } finally {
        for (const modifier of held.toReversed()) await keyboard.up(modifier);
      }
    },
    pressAt,
    release: () => mouse.up(),
    async drag(from, to) {
      await pressAt(from);
      await moveTo(to);
      await mouse.up();
    },
    turnWheel: (turn) => mouse.wheel({ ...turn }),
  };
}
