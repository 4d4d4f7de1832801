import { type AnsweredDialog, MOST_DIALOGS } from './step-activity.ts';
import type { StepEvent } from './run-events.ts';

/**
 * Sends the event of a step once nothing can be added to it: when the next step starts, or the run
 * has ended.
 */
export interface StepReports {
  /** Sends the event of the previous step and returns the number of the next one, from 0. */
  readonly begin: () => number;
  readonly add: (event: StepEvent) => void;
  /** Adds a line to the log of the last step, if its event has not been sent. */
  readonly noteLog: (line: string) => void;
  /** Sends the event of the last step, with the dialogs that followed it. */
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
    noteLog(line) {
      held &&= { ...held, log: [...(held.log ?? []), line] };
    },
    end: send,
  };
}

function withDialogs(event: StepEvent, late: readonly AnsweredDialog[]): StepEvent {
  if (late.length === 0) return event;
  return { ...event, dialogs: [...(event.dialogs ?? []), ...late].slice(0, MOST_DIALOGS) };
}
