/**
 * State of a slot: `starting` a browser, `idle` with one, `busy` with a task, or `paused` because
 * its browser did not start. It stays paused until a browser is ready.
 */
export const SLOT_STATES = ['starting', 'idle', 'busy', 'paused'] as const;
export type SlotState = (typeof SLOT_STATES)[number];

/** Shows the states of a worker's slots. */
export interface SlotBoard {
  readonly enter: (slot: number, state: SlotState) => void;
  /** Removes a slot that has stopped. */
  readonly leave: (slot: number) => void;
  readonly count: (state: SlotState) => number;
  /**
   * When a slot last had a browser, on the `performance` clock: now, if one has. Undefined: never.
   */
  readonly lastReadyAt: () => number | undefined;
}

/** Calls `onChange` after each change of a slot's state. */
export function createSlotBoard(onChange: () => void = () => undefined): SlotBoard {
  const slots = new Map<number, SlotState>();
  let lastReadyAt: number | undefined;
  const count = (state: SlotState): number =>
    [...slots.values()].filter((other) => other === state).length;
  const noteReady = (): void => {
    if (count('idle') + count('busy') > 0) lastReadyAt = performance.now();
  };
  return {
    enter(slot, state) {
      noteReady();
      if (slots.get(slot) === state) return;
      slots.set(slot, state);
      onChange();
    },
    leave(slot) {
      noteReady();
      slots.delete(slot);
      onChange();
    },
    count,
    lastReadyAt() {
      noteReady();
      return lastReadyAt;
    },
  };
}
