import type { Logger } from '@errand/app-runtime';
import {
  type HumanInTheLoop,
  type HumanRequest,
  recordPerson,
  type RunDependencies,
} from '@errand/automation-engine';
import { pauseUntilAborted } from '@errand/foundation';
import { randomUUID } from 'node:crypto';
import { LeaseLostError } from './control-plane-errors.ts';
import type { HumanAnswer, TaskReporter } from './task-reporter.ts';

/** Longest wait that a control plane accepts. */
const MAX_WAIT_SECONDS = 600;
/** Pause before asking again after an error or an immediate response. */
const PAUSE_MS = 500;
const SHORTEST_POLL_MS = 1_000;
/** Deadline of a call that the run does not depend on. */
const LAST_CALL_MS = 5_000;

interface Dependencies {
  readonly reporter: Pick<TaskReporter, 'beginHumanWait' | 'awaitHumanAnswer' | 'endHumanWait'>;
  /** Allows or forbids viewers to use mouse and keyboard. */
  readonly setControl: (isOn: boolean) => Promise<void>;
  /** Fires when the attempt stops, which also ends its wait in the control plane. */
  readonly stop: AbortSignal;
  readonly logger: Logger;
}

const HUMAN_EVENTS = {
  'waiting-for-human': 'run is waiting for a person',
  resumed: 'a person resumed the run',
} as const;

/** Returns what a run needs to wait for people; the log says when it does. */
export function createHumanDependencies(
  dependencies: Dependencies,
): Required<Pick<RunDependencies, 'humanInTheLoop' | 'recordPerson' | 'onHumanEvent'>> {
  return {
    humanInTheLoop: createHumanInTheLoop(dependencies),
    recordPerson,
    onHumanEvent: ({ type, nodePath }) =>
      dependencies.logger.info(HUMAN_EVENTS[type], { nodePath }),
  };
}

/**
 * Requests a person through the control plane. The wait survives an outage or restart of the
 * control plane. Either the person or the timeout wins, never both, and the control plane records
 * which.
 */
function createHumanInTheLoop(dependencies: Dependencies): HumanInTheLoop {
  const { reporter, setControl, stop } = dependencies;
  return {
    async waitForResume(request, signal) {
      const waitId = randomUUID();
      let answer: HumanAnswer | undefined;
      try {
        // Do both together: viewers get tickets to control the screen once the wait is reported.
        await Promise.all([
          setControl(true),
          reporter.beginHumanWait(waitId, whatFor(request), signal),
        ]);
        answer = await untilAnswered(dependencies, waitId, signal);
      } finally {
        await setControl(false);
      }
      if (!answer && !stop.aborted) answer = await endInTime(reporter, waitId);
      if (!answer) throw signal.reason;
      await forgetVariables(dependencies, waitId);
      return { variables: answer.variables };
    },
  };
}

function whatFor({ nodePath, pageUrl, waitUntil }: HumanRequest) {
  const seconds = (waitUntil.getTime() - Date.now()) / 1_000;
  const max_wait_seconds = Math.min(Math.max(0, seconds), MAX_WAIT_SECONDS);
  return { node_path: nodePath, page_url: pageUrl, max_wait_seconds };
}

/** Returns undefined when the signal fires first. */
async function untilAnswered(
  { reporter, logger }: Dependencies,
  waitId: string,
  signal: AbortSignal,
): Promise<HumanAnswer | undefined> {
  while (!signal.aborted) {
    const startedAt = performance.now();
    try {
      const answer = await reporter.awaitHumanAnswer(waitId, { signal });
      if (answer.resumed) return answer;
    } catch (error) {
      if (signal.aborted) return undefined;
      if (error instanceof LeaseLostError) throw error;
      logger.warn('could not ask the control plane whether a person has resumed the run', {
        error,
      });
    }
    if (performance.now() - startedAt < SHORTEST_POLL_MS) await pauseUntilAborted(PAUSE_MS, signal);
  }
  return undefined;
}

/** Ends a wait that timed out; still returns the answer if a person resumed it just before. */
async function endInTime(
  reporter: Dependencies['reporter'],
  waitId: string,
): Promise<HumanAnswer | undefined> {
  const signal = AbortSignal.timeout(LAST_CALL_MS);
  const { outcome } = await reporter.endHumanWait(waitId, 'timed_out', signal);
  if (outcome !== 'resumed') return undefined;
  return reporter.awaitHumanAnswer(waitId, { waitSeconds: 0, signal });
}

/** Best effort: otherwise the end of the attempt ends the wait. */
async function forgetVariables({ reporter, logger }: Dependencies, waitId: string): Promise<void> {
  try {
    await reporter.endHumanWait(waitId, 'ended', AbortSignal.timeout(LAST_CALL_MS));
  } catch (error) {
    logger.warn('could not delete the variables of a person from the control plane', { error });
  }
}
