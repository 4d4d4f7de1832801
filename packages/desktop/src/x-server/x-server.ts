import type { Image, PointerState, XDisplay, XTest } from 'x11';
import type { ScreenPoint, ScreenSize } from '../desktop.ts';
import type { AnswerOf } from './answer-of.ts';
import { createSelectionClearer } from './selections.ts';
import { createWindowFinder } from './windows.ts';

const IMAGE_BY_PIXEL = 2;
const ALL_PLANES = 0xff_ff_ff_ff;
const NOW = 0;
/** The root window under the pointer. */
const SAME_ROOT = 0;

/**
 * A connection to an X server. Requests are processed in order; methods that wait for a reply have
 * a deadline.
 */
export interface XServer extends AsyncDisposable {
  readonly size: ScreenSize;
  readonly keycodes: { readonly first: number; readonly last: number };
  sendKey(keycode: number, change: 'press' | 'release'): void;
  /** 1 left, 2 middle, 3 right, 4 wheel up, 5 wheel down. */
  sendButton(button: number, change: 'press' | 'release'): void;
  sendMotion(point: ScreenPoint): void;
  /** Resolves when all earlier requests have been processed. */
  settle(signal: AbortSignal): Promise<void>;
  /** Blue, green, red and an unused byte per pixel. The caller owns the bytes. */
  readPixels(signal: AbortSignal): Promise<Buffer>;
  readPointer(signal: AbortSignal): Promise<PointerState>;
  /** Takes what was copied or dragged away from its owner. Returns whether nothing is owned now. */
  clearSelections(signal: AbortSignal): Promise<boolean>;
  /** Whether a window draws on the screen, apart from the root window. */
  showsWindow(signal: AbortSignal): Promise<boolean>;
  /** Returns the keysyms of each keycode, from the first on. */
  readKeyboardMapping(signal: AbortSignal): Promise<readonly (readonly number[])[]>;
  /** Assigns other keysyms to one keycode. */
  changeKeyboardMapping(keycode: number, keysyms: readonly number[]): void;
}

/** Creates the requests over an open connection. */
export function createXServer(
  opened: XDisplay,
  test: XTest,
  { answerOf, close }: { readonly answerOf: AnswerOf; readonly close: () => void },
): XServer {
  const { client, min_keycode: first, max_keycode: last } = opened;
  const [screen] = opened.screen;
  if (!screen) throw new Error('The X server has no screen.');
  const size = { width: screen.pixel_width, height: screen.pixel_height };
  const fake = (type: number, detail: number, { x, y } = { x: 0, y: 0 }): void =>
    test.FakeInput(type, detail, NOW, SAME_ROOT, x, y);
  return {
    size,
    keycodes: { first, last },
    sendKey: (keycode, change) =>
      fake(change === 'press' ? test.KeyPress : test.KeyRelease, keycode),
    sendButton: (button, change) =>
      fake(change === 'press' ? test.ButtonPress : test.ButtonRelease, button),
    sendMotion: (point) => fake(test.MotionNotify, 0, point),
    settle: (signal) => answerOf<void>((done) => client.sync(done), signal),
    async readPixels(signal) {
      const area = [IMAGE_BY_PIXEL, screen.root, 0, 0, size.width, size.height] as const;
      const { data } = await answerOf<Image>(
        (done) => client.GetImage(...area, ALL_PLANES, done),
        signal,
      );
      return data;
    },
    readPointer: (signal) =>
      answerOf<PointerState>((done) => client.QueryPointer(screen.root, done), signal),
    clearSelections: createSelectionClearer(client, answerOf),
    showsWindow: createWindowFinder(opened, answerOf),
    readKeyboardMapping: (signal) =>
      answerOf<number[][]>(
        (done) => client.GetKeyboardMapping(first, last - first + 1, done),
        signal,
      ),
    changeKeyboardMapping: (keycode, keysyms) =>
      client.ChangeKeyboardMapping(keycode, keysyms.length, [...keysyms]),
    async [Symbol.asyncDispose]() {
      close();
    },
  };
}
