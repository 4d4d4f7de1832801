/**
 * How far a listener has read. Each event's id contains the position after it, so any replica can
 * continue from there.
 */
export interface EventPosition {
  /** Attempt and phase of the last status change; attempt 0 is the time before the first one. */
  readonly attempt: number;
  readonly phase: number;
  /** Attempt and sequence of the last step; -1 before any. */
  readonly stepAttempt: number;
  readonly step: number;
  /**
   * When the last file was confirmed, in milliseconds since 1970, and its index among files of the
   * task with the same time, from 1; 0 before any. Not its sequence, which is counted for the whole
   * installation and would show how much other accounts do.
   */
  readonly fileAt: number;
  readonly file: number;
  /**
   * The last event of a wait for a person: wait n begins with event 2n - 1 and is resumed with 2n;
   * 0 before any.
   */
  readonly wait: number;
}

/**
 * Phases of an attempt in order; `left` is the end of a task that was queued again after the
 * attempt.
 */
export const PHASE = { allocated: 0, running: 1, ended: 2, left: 3 } as const;

/** The position before the first event of a task. */
export const START: EventPosition = {
  attempt: -1,
  phase: 0,
  stepAttempt: 0,
  step: -1,
  fileAt: 0,
  file: 0,
  wait: 0,
};

// Ids of earlier builds end with the file's time or its sequence, which exceeds every index.
const FORM =
  /^(\d{1,9})\.([0-3])-(\d{1,9})\.(-1|\d{1,9})-(\d{1,15})(?:\.(\d{1,15}))?(?:-(\d{1,9}))?$/;

export function writePosition(position: EventPosition): string {
  const { attempt, phase, stepAttempt, step, fileAt, file, wait } = position;
  return `${attempt}.${phase}-${stepAttempt}.${step}-${fileAt}.${file}-${wait}`;
}

/** Undefined for text that `writePosition` cannot produce. */
export function readPosition(text: string): EventPosition | undefined {
  const match = FORM.exec(text);
  if (!match) return undefined;
  const [attempt = 0, phase = 0, stepAttempt = 0, step = 0, fileAt = 0, file = 0, wait = 0] = match
    .slice(1)
    .map((part: string | undefined) => Number(part ?? 0));
  return { attempt, phase, stepAttempt, step, fileAt, file, wait };
}
