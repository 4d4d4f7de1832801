import type { RetryScope } from '@errand/foundation';
import { AutomationError, inSeconds } from '../../errors.ts';

/** No message with a code arrived in time. */
export class TwoFaCodeNotFoundError extends AutomationError {
  readonly code = 'two_fa_code_not_found';

  constructor(found: { readonly waitedMs: number; readonly messages: number; problem?: string }) {
    const { waitedMs, messages, problem } = found;
    const seen =
      messages === 0 ? 'no message arrived' : `${messages} messages arrived, none with a code`;
    const last = problem === undefined ? '' : ` The last check failed: ${problem}`;
    super(
      `No one-time code was found within ${inSeconds(waitedMs)} (max_wait_time): ${seen}. Check sender and receiver, raise max_wait_time, or move the time window with start_2fa_time_offset_minutes.${last}`,
    );
  }
}

/** The messages cannot be read. */
export class MessagesUnavailableError extends AutomationError {
  readonly code = 'two_fa_messages_unavailable';
  override readonly retry: RetryScope;

  constructor(reason: string, { retry }: { readonly retry: RetryScope }) {
    super(`The messages with the one-time code cannot be read: ${reason}`);
    this.retry = retry;
  }
}
