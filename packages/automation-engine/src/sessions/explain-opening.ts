import type { RunFailure } from '../reports/run-events.ts';
import type { MissedRequest } from '../traces/serve-replay.ts';

/**
 * Adds the first missed request to the failure of a start page: there may be no command after it, which
 * would report the missed requests.
 */
export function explainOpening(
  failure: RunFailure | undefined,
  missed: readonly MissedRequest[] = [],
): RunFailure | undefined {
  const [first, ...others] = missed.filter(({ reason }) => reason !== 'body_differs');
  if (!failure || !first) return failure;
  const more = others.length > 0 ? ` and ${others.length} more` : '';
  const lack = `The trace has no response to ${first.method} ${first.url}${more}.`;
  return { ...failure, message: `${failure.message} ${lack}` };
}
