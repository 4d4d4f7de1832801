import RFB from '@novnc/novnc';

export type Mode = 'view' | 'control';

export interface ScreenEnd {
  readonly code: number;
  readonly reason: string;
}

export interface ConnectedScreen {
  readonly ended: Promise<ScreenEnd>;
  readonly focus: () => void;
  /** Idempotent. */
  readonly close: () => void;
}

interface Connection {
  readonly url: string;
  readonly mode: Mode;
  readonly onShown: () => void;
}

/** Draws the screen in the element. Opens its own socket, because noVNC hides close codes. */
export function connectScreen(target: HTMLElement, connection: Connection): ConnectedScreen {
  const socket = new WebSocket(connection.url, ['binary']);
  socket.binaryType = 'arraybuffer';
  const { promise: ended, resolve } = Promise.withResolvers<ScreenEnd>();
  socket.addEventListener('close', ({ code, reason }) => resolve({ code, reason }));
  const rfb = new RFB(target, socket, { shared: true });
  rfb.viewOnly = connection.mode === 'view';
  rfb.scaleViewport = true;
  rfb.showDotCursor = connection.mode === 'control';
  rfb.addEventListener('connect', connection.onShown);
  return { ended, focus: () => rfb.focus(), close: () => rfb.disconnect() };
}
