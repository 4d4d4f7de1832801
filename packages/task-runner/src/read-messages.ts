import { type MessageSource, MessagesUnavailableError } from '@errand/automation-engine';
import { MessagesRefusedError } from './control-plane-errors.ts';
import type { TaskReporter } from './task-reporter.ts';

/** Reads messages through the control plane, which alone holds the credentials of mailboxes. */
export function createMessageSource(reporter: Pick<TaskReporter, 'readMessages'>): MessageSource {
  return {
    async read({ place: action, since, until }, signal) {
      const window = { since: since.toISOString(), until: until.toISOString() };
      try {
        const { messages } = await reporter.readMessages({ action, ...window }, signal);
        return messages.map(({ message_id: messageId, text, timestamp }) => ({
          messageId,
          text,
          receivedAt: new Date(timestamp),
        }));
      } catch (error) {
        if (!(error instanceof MessagesRefusedError)) throw error;
        throw new MessagesUnavailableError(error.message, { retry: error.retry });
      }
    },
  };
}
