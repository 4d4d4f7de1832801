/** Why a viewer's WebSocket is closed. The reason is for people; programs use the code. */
export interface Closing {
  readonly code: number;
  /** At most 123 bytes of UTF-8. */
  readonly reason: string;
}

/** How a screen ended, in the terms of the control plane. */
export type ScreenEnd =
  | 'success'
  | 'failed'
  | 'cancelled'
  | 'lost'
  | 'key-revoked'
  | 'control-ended';

const MAX_REASON_BYTES = 123;

/** The only place that defines the codes; README.md documents them for clients. */
export const CLOSE = {
  taskOver: 1000,
  draining: 1001,
  notRfb: 1008,
  screenLost: 1011,
  tooMuch: 1013,
  badTicket: 4401,
  controlEnded: 4403,
  notRunning: 4409,
} as const;

export const SCREEN_LOST: Closing = {
  code: CLOSE.screenLost,
  reason: 'The screen is lost. If the task is still running, reconnect with a fresh stream URL.',
};

export const DRAINING: Closing = {
  code: CLOSE.draining,
  reason: 'The gateway is shutting down. Reconnect with a fresh stream URL.',
};

export const TOO_SLOW: Closing = {
  code: CLOSE.tooMuch,
  reason: 'The viewer receives the pictures too slowly.',
};

const CONTROL_ENDED: Closing = {
  code: CLOSE.controlEnded,
  reason: 'Control has ended. Reconnect with a stream URL of mode view.',
};

const KEY_REVOKED: Closing = {
  code: CLOSE.badTicket,
  reason: 'The API key of the ticket was revoked or has expired.',
};

export function closingOfEnd(end: ScreenEnd): Closing {
  if (end === 'lost') return SCREEN_LOST;
  if (end === 'key-revoked') return KEY_REVOKED;
  return end === 'control-ended' ? CONTROL_ENDED : { code: CLOSE.taskOver, reason: end };
}

/** Returns how to close a WebSocket whose ticket was refused. */
export function closingOfRefusal(refusal: {
  readonly code: string;
  readonly message: string;
}): Closing {
  const reason = shorten(refusal.message);
  switch (refusal.code) {
    case 'ticket-used':
    case 'key-revoked':
      return { code: CLOSE.badTicket, reason };
    case 'not-waiting':
      return CONTROL_ENDED;
    case 'no-screen':
      return { code: CLOSE.screenLost, reason };
    default:
      return { code: CLOSE.notRunning, reason };
  }
}

/** A close frame has room for 123 bytes. */
function shorten(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= MAX_REASON_BYTES) return text;
  return `${bytes.toString('latin1', 0, MAX_REASON_BYTES - 3).replaceAll(/[^ -~]/g, '?')}...`;
}
