import type { AnsweredDialog } from './step-activity.ts';
import type { StepEvent } from './run-events.ts';

/** As many as a step record holds. */
export const mostDialogs = 100;

/** Sends the event of a step when nothing can be added to it any more: when the next step begins, or the run has ended. */
export interface StepReports {
  /** Sends the event of the step before and returns the number of the next one, from 0. */
  readonly begin: () => number;
  readonly add: (event: StepEvent) => void;
  /** Sends the event of the last step, with the dialogs that came after its end. */
  readonly end: (lateDialogs: readonly AnsweredDialog[]) => void;
}

export function createStepReports(onEvent: (event: StepEvent) => void): StepReports {
  let held: StepEvent | undefined;
  let sequence = 0;
  const send = (lateDialogs: readonly AnsweredDialog[]) => {
    const event = held;
    held = undefined;
    if (event) onEvent(withDialogs(event, lateDialogs));
  };
  return {
    begin() {
      send([]);
      return sequence++;
    },
    add(event) {
      send([]);
      held = event;
    },
    end: send,
  };
}

function withDialogs(event: StepEvent, late: readonly AnsweredDialog[]): StepEvent {
  if (late.length === 0) return event;
  return { ...event, dialogs: [...(event.dialogs ?? []), ...late].slice(0, mostDialogs) };
}
