import { pause } from '@errand/foundation';
import { PageClosedError } from '../errors.ts';
import { isTargetGone } from '../page/browser/gone-errors.ts';
import {
  describeAbort,
  describeFailure,
  type Failure,
  type FailureSecrets,
} from './describe-failure.ts';
import { type Connected, explainConnection } from './explain-connection.ts';

/** A browser that exits ends its pages first. It aborts the run within this time. */
const EXITS_WITHIN_MS = 1000;

/** What explains why a run, or one of its steps, has failed. */
interface FailedRun extends Connected {
  readonly secrets: FailureSecrets;
  readonly signal: AbortSignal;
}

/** Returns the failure for whatever was thrown. The reason for an abort takes precedence. */
export async function explainFailure(error: unknown, run: FailedRun): Promise<Failure> {
  const { secrets, signal } = run;
  const explained = await explainClosing(error, signal);
  return signal.aborted
    ? describeAbort(signal.reason, secrets)
    : describeFailure(explainConnection(explained, run), secrets);
}

/** A page that closes is a failure of the automation, unless the browser is gone as well. */
async function explainClosing(thrown: unknown, signal: AbortSignal): Promise<unknown> {
  if (signal.aborted || !isTargetGone(thrown)) return thrown;
  await Promise.allSettled([pause(EXITS_WITHIN_MS, signal)]);
  return new PageClosedError('The page or frame was closed while the step was using it.', {
    cause: thrown,
  });
}
