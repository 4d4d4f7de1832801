import type { Logger } from '@errand/app-runtime';
import {
  openSession,
  type RunDependencies,
  type RunResult,
  type SessionDependencies,
} from '@errand/automation-engine';
import { pauseUntilAborted } from '@errand/foundation';
import { BrowserUnavailableError } from '../browser/browser-channel.ts';
import { LeaseLostError } from '../control-plane-errors.ts';
import type { TaskReporter } from '../task-reporter.ts';
import { SessionDesk } from './session-desk.ts';
import { SessionReports } from './session-reports.ts';

/** Pause before asking again after an error. */
const PAUSE_MS = 500;

type Opening = Parameters<typeof openSession>;

interface SessionAttempt {
  readonly automation: Opening[0];
  readonly inputs: Opening[1];
  /** Its signal fires when the attempt stops. */
  readonly dependencies: RunDependencies & Pick<SessionDependencies, 'replay'>;
  /** Path of the node before which the session opens. Default: the first. */
  readonly until?: string | undefined;
  readonly reporter: TaskReporter;
  readonly logger: Logger;
}

const nothing = {
  outputData: [],
  downloads: [],
  screenshots: [],
  forLoopStatus: [],
  checkpoints: [],
};

/**
 * Opens a debug session and carries out its commands until the control plane closes it. The result
 * is then a success without output: the responses contained what its steps extracted. Rejects
 * when the session cannot be opened at all, or its lease is lost.
 */
export async function runSession(attempt: SessionAttempt): Promise<RunResult> {
  const { automation, inputs, dependencies, reporter, logger, until } = attempt;
  const { signal: stop, page } = dependencies;
  if (!page) throw new BrowserUnavailableError('rdp');
  await using ending = new AsyncDisposableStack();
  const reports = ending.use(new SessionReports({ reporter, stop, logger }));
  const closed = new AbortController();
  const signal = AbortSignal.any([stop, closed.signal]);
  const onEvent: RunDependencies['onEvent'] = (event) => {
    dependencies.onEvent(event);
    reports.addStep(event);
  };
  const opening = openSession(automation, inputs, {
    ...dependencies,
    page,
    signal,
    onEvent,
    until,
  });
  const opened = opening.then(({ session }) => session);
  ending.defer(() =>
    opened.then((session) => session[Symbol.asyncDispose]()).catch(() => undefined),
  );
  const report = (state: 'busy' | 'ready') => reports.report(state);
  const onRecorded = reports.addRecorded.bind(reports);
  const desk = ending.use(new SessionDesk({ opened, reporter, report, onRecorded, stop, logger }));
  ending.defer(() => closed.abort(new Error('The session is closed.')));
  ending.defer(reports.followPages(page.browserContext()));
  const failing = opening.then((result) => {
    reports.begin(result);
    return Promise.withResolvers<never>().promise;
  });
  await Promise.race([followCommands({ reporter, stop, logger }, desk), failing]);
  if (stop.aborted) return { status: 'aborted', reason: stop.reason, ...nothing };
  return { status: 'success', ...nothing };
}

interface CommandSource extends Pick<SessionAttempt, 'logger'> {
  readonly reporter: Pick<TaskReporter, 'awaitSessionCommands'>;
  readonly stop: AbortSignal;
}

/** Passes commands on until the session is closed or the attempt stops. */
async function followCommands(
  { reporter, stop, logger }: CommandSource,
  desk: Pick<SessionDesk, 'accept'>,
): Promise<void> {
  let after = 0;
  while (!stop.aborted) {
    try {
      const { commands, closing } = await reporter.awaitSessionCommands(after, stop);
      for (const command of commands) {
        after = command.number;
        desk.accept(command);
      }
      if (closing !== null) {
        logger.info('session is closing', { reason: closing });
        return;
      }
    } catch (error) {
      if (stop.aborted) return;
      if (error instanceof LeaseLostError) throw error;
      logger.warn('could not ask the control plane for commands of a session', { error });
      await pauseUntilAborted(PAUSE_MS, stop);
    }
  }
}
