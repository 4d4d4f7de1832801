import { currentStatus, currentUrl } from '../page/pages/current-url.ts';
import type { RunFailure } from '../reports/run-events.ts';
import { explainFailure } from './explain-failure.ts';
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
    const failure = await explainFailure(error, run);
    return { ...failure, pageUrl: currentUrl(run), ...currentStatus(run) };
  }
}
