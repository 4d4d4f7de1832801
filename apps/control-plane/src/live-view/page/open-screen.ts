import RFB from './novnc/core/rfb.js';
import type { Mode } from './task-api.ts';

export interface ScreenEnd {
  readonly code: number;
  readonly reason: string;
  /** How long the screen was visible, in milliseconds; 0 if it never was. */
  readonly shownMs: number;
}

export interface Screen {
  readonly mode: Mode;
  readonly ended: Promise<ScreenEnd>;
  /** Gives the keyboard focus to the screen. */
  readonly focus: () => void;
  /** Idempotent. */
  readonly close: () => void;
}

/**
 * Connects and draws into the element. Opens its own socket, because noVNC does not expose close
 * codes.
 */
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
