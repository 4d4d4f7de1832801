/** A text that may hold a one-time code. */
export interface Message {
  /** The same for the same message at every reading. */
  readonly messageId: string;
  /** Of a mail the subject is its first line. */
  readonly text: string;
  /** When the service took it. */
  readonly receivedAt: Date;
}

/** Messages from `since` on and not after `until` are wanted. */
export interface MessageWindow {
  readonly since: Date;
  readonly until: Date;
}

/** What every reading ends with. */
export interface Reading {
  readonly window: MessageWindow;
  readonly signal: AbortSignal;
}

/** More are of no use: codes are in the newest ones. */
export const MAX_MESSAGES = 20;
/** Characters of one text. */
const MAX_TEXT = 20_000;
const SECOND_MS = 1000;

/** The newest of those in the window, newest first. Some services tell times in whole seconds. */
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

/** In milliseconds. */
function floorToSecond(time: Date): number {
  return Math.floor(time.getTime() / SECOND_MS) * SECOND_MS;
}
