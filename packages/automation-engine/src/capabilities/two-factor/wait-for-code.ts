import { abortable, pause } from '@errand/foundation';
import type { CodeRun } from './code-run.ts';
import { chooseCode } from './choose-code.ts';
import type { CodeRequest } from './code-request.ts';
import type { ReceivedMessage } from './message-source.ts';
import { MessagesUnavailableError, TwoFaCodeNotFoundError } from './two-factor-errors.ts';

/**
 * Looks for the code immediately, then at intervals, and once more when the wait ends. Once found,
 * the code is redacted everywhere except in the variable. Throws `TwoFaCodeNotFoundError`,
 * `MessagesUnavailableError`, and the errors of models.
 */
export async function waitForCode(run: CodeRun, request: CodeRequest): Promise<string> {
  const { twoFactor, signal, secrets } = run;
  const startedAt = Date.now();
  const endsAt = startedAt + request.maxWaitMs;
  const since = new Date(twoFactor.windowStart.getTime() - request.startOffsetMs);
  const until = new Date(endsAt + request.endOffsetMs);
  const look = createLook(run, request, { since, until });
  for (;;) {
    const { found, messages, problem } = await look();
    if (found) {
      twoFactor.usedMessageIds.add(found.message.messageId);
      secrets.hide(found.code);
      return found.code;
    }
    const leftMs = endsAt - Date.now();
    if (leftMs <= 0) {
      const waitedMs = request.maxWaitMs;
      throw new TwoFaCodeNotFoundError({ waitedMs, messages, ...(problem ? { problem } : {}) });
    }
    await pause(Math.min(request.checkIntervalMs, leftMs), signal);
  }
}

interface Look {
  readonly found?: { readonly code: string; readonly message: ReceivedMessage } | undefined;
  /** Number of messages read. */
  readonly messages: number;
  /** Why nothing could be read this time. */
  readonly problem?: string;
}

function createLook(
  run: CodeRun,
  { place, instructions }: CodeRequest,
  window: { readonly since: Date; readonly until: Date },
): () => Promise<Look> {
  const { messages: source, twoFactor, signal } = run;
  if (!source) {
    const reason = 'this run has no way to read messages. Run the task with a control plane.';
    throw new MessagesUnavailableError(reason, { retry: 'never' });
  }
  let asked = '';
  return async () => {
    try {
      const read = await abortable(source.read({ place, ...window }, signal), signal);
      const fresh = read.filter(({ messageId }) => !twoFactor.usedMessageIds.has(messageId));
      const ids = fresh.map(({ messageId }) => messageId).join();
      // A model that found nothing in these messages would find nothing again.
      if (ids === asked) return { messages: fresh.length };
      asked = ids;
      const found = await chooseCode(run, fresh, instructions);
      return { found, messages: fresh.length };
    } catch (error) {
      if (!(error instanceof MessagesUnavailableError) || error.retry === 'never') throw error;
      return { messages: 0, problem: error.message };
    }
  };
}
