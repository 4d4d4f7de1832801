import { currentStatus, currentUrl } from '../page/pages/current-url.ts';
import type { RunFailure } from '../reports/run-events.ts';
import { describeAbort, describeFailure } from './describe-failure.ts';
import { explainConnection } from './explain-connection.ts';
import type { StepRun } from './run-step.ts';

/** Converts thrown errors to failures. Starts nothing once the run is aborted. */
export async function attempt(
  run: Pick<StepRun, 'dependencies' | 'pages' | 'secrets' | 'signal'>,
  act: () => Promise<RunFailure | undefined | void>,
): Promise<RunFailure | undefined> {
  try {
    run.signal.throwIfAborted();
    return (await act()) ?? undefined;
  } catch (error) {
    const { secrets, signal } = run;
    const failure = signal.aborted
      ? describeAbort(signal.reason, secrets)
      : describeFailure(explainConnection(error, run), secrets);
    return { ...failure, pageUrl: currentUrl(run), ...currentStatus(run) };
  }
}
