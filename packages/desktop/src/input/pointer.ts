import { pause } from '@errand/foundation';
import { DesktopPointError } from '../desktop-errors.ts';
import type { ClickOptions, Desktop, ScreenPoint, ScrollDistance } from '../desktop.ts';
import type { XServer } from '../x-server/x-server.ts';

/**
 * How long a button stays pressed, and the pause between two clicks, which programs must recognise
 * as a double click.
 */
const CLICK_STEP_MS = 20;
const BUTTONS = { left: 1, middle: 2, right: 3 } as const;
const WHEEL = { up: 4, down: 5, left: 6, right: 7 } as const;
const CLEAN_UP_MS = 1_000;

/** Creates the pointer of a desktop, driven through the XTEST extension. */
export function createPointer(server: XServer): Pick<Desktop, 'movePointer' | 'click' | 'scroll'> {
  let isPlaced = false;
  const move = (point: ScreenPoint): void => {
    const { width, height } = server.size;
    const { x, y } = { x: Math.round(point.x), y: Math.round(point.y) };
    const isOnScreen = x >= 0 && y >= 0 && x < width && y < height;
    if (!isOnScreen) throw new DesktopPointError(point, server.size);
    server.sendMotion({ x, y });
    isPlaced = true;
  };
  const press = async (button: number, signal: AbortSignal): Promise<void> => {
    server.sendButton(button, 'press');
    try {
      await pause(CLICK_STEP_MS, signal);
    } finally {
      server.sendButton(button, 'release');
      await server.settle(AbortSignal.timeout(CLEAN_UP_MS));
    }
  };
  return {
    async movePointer(point, signal) {
      signal.throwIfAborted();
      move(point);
      await server.settle(signal);
    },
    async click(point, { button, count }: ClickOptions, signal) {
      signal.throwIfAborted();
      move(point);
      for (let clicked = 0; clicked < count; clicked += 1) {
        await pause(CLICK_STEP_MS, signal);
        await press(BUTTONS[button], signal);
      }
    },
    async scroll({ direction, notches }: ScrollDistance, signal) {
      // The pointer may be parked outside the windows.
      if (!isPlaced) move({ x: server.size.width / 2, y: server.size.height / 2 });
      for (let turned = 0; turned < notches; turned += 1) {
        await pause(CLICK_STEP_MS, signal);
        server.sendButton(WHEEL[direction], 'press');
        server.sendButton(WHEEL[direction], 'release');
      }
      await server.settle(signal);
    },
  };
}
