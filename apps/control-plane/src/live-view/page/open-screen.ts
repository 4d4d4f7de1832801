import RFB from './novnc/core/rfb.js';
import type { Mode } from './task-api.ts';

export interface ScreenEnd {
  readonly code: number;
  readonly reason: string;
  /** How long the screen was shown, in milliseconds; 0 when it never was. */
  readonly shownMs: number;
}

export interface Screen {
  readonly mode: Mode;
  readonly ended: Promise<ScreenEnd>;
  /** Lets the keyboard go to the screen. */
  readonly focus: () => void;
  /** May be called twice. */
  readonly close: () => void;
}

/** Connects and draws into the element. The socket is our own: noVNC does not tell close codes. */
export function openScreen(
  target: HTMLElement,
  stream: { readonly url: string; readonly mode: Mode; readonly onShown: () => void },
): Screen {
  const socket = new WebSocket(stream.url, ['binary']);
  socket.binaryType = 'arraybuffer';
  let shownAt: number | undefined;
  const { promise: ended, resolve } = Promise.withResolvers<ScreenEnd>();
  socket.addEventListener('close', ({ code, reason }) => {
    resolve({ code, reason, shownMs: shownAt === undefined ? 0 : performance.now() - shownAt });
  });
  const rfb = new RFB(target, socket, { shared: true });
  rfb.viewOnly = stream.mode === 'view';
  rfb.scaleViewport = true;
  rfb.showDotCursor = stream.mode === 'control';
  rfb.addEventListener('connect', () => {
    shownAt = performance.now();
    stream.onShown();
  });
  return {
    mode: stream.mode,
    ended,
    focus: () => rfb.focus(),
    close: () => rfb.disconnect(),
  };
}
