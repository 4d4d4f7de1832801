/** Text that may contain a one-time code. */
export interface Message {
  /** Stable across reads of the same message. */
  readonly messageId: string;
  /** For an email, the first line is the subject. */
  readonly text: string;
  /** When the service received the message. */
  readonly receivedAt: Date;
}

/** Messages from `since` (inclusive) to `until` (inclusive). */
export interface MessageWindow {
  readonly since: Date;
  readonly until: Date;
}

/** Parameters common to all readers. */
export interface Reading {
  readonly window: MessageWindow;
  readonly signal: AbortSignal;
}

/** More are pointless: codes are in the newest messages. */
export const MAX_MESSAGES = 20;
/** Maximum characters of one text. */
const MAX_TEXT = 20_000;
const SECOND_MS = 1000;

/**
 * Returns the newest messages in the window, newest first. Some services report times in whole
 * seconds.
 */
export function chooseNewest(messages: readonly Message[], window: MessageWindow): Message[] {
  return messages
    .filter(({ receivedAt }) => isInWindow(receivedAt, window))
    .toSorted((one, other) => other.receivedAt.getTime() - one.receivedAt.getTime())
    .slice(0, MAX_MESSAGES)
    .map((message) => ({ ...message, text: message.text.slice(0, MAX_TEXT) }));
}

export function isInWindow(time: Date, { since, until }: MessageWindow): boolean {
  return time.getTime() >= floorToSecond(since) && time.getTime() <= until.getTime();
}

/** Rounds a time down to a second, in milliseconds. */
function floorToSecond(time: Date): number {
  return Math.floor(time.getTime() / SECOND_MS) * SECOND_MS;
}
