import type { DoneStep, StepEvent } from '../reports/run-events.ts';

/** A loop may run thousands of steps in one command. */
const MOST_STEPS = 200;
const MOST_PICTURES = 20;

/** A step that a session ran, with what its page looked like. */
export interface SessionStep extends StepEvent {
  /**
   * JPEG of the page after the step, about 640 pixels wide. Missing for a failed step, whose
   * `evidence` has a larger image, if nothing was drawn in time, and for all but the last 20 steps.
   */
  readonly picture?: Uint8Array;
}

/** Collects the steps of one command. */
export interface StepCollector {
  readonly add: (event: StepEvent) => void;
  readonly addPicture: (step: DoneStep) => void;
  /** Returns the last 200 steps since the last call, once their screenshots are taken. */
  readonly take: () => Promise<readonly SessionStep[]>;
}

export function createStepCollector(): StepCollector {
  let events: StepEvent[] = [];
  const pictures = new Map<number, Promise<Uint8Array | undefined>>();
  return {
    add(event) {
      events.push(event);
      events = events.slice(-MOST_STEPS);
    },
    addPicture({ sequence, capture }) {
      // Screenshots are optional: the page may close during the capture.
      pictures.set(
        sequence,
        capture().catch(() => undefined),
      );
      const [oldest] = pictures.keys();
      if (pictures.size > MOST_PICTURES && oldest !== undefined) pictures.delete(oldest);
    },
    async take() {
      const taken = events;
      events = [];
      const steps = await Promise.all(
        taken.map(async (event) => {
          const picture = await pictures.get(event.sequence);
          return picture ? { ...event, picture } : event;
        }),
      );
      pictures.clear();
      return steps;
    },
  };
}
