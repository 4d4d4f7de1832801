const MAX_MESSAGES = 200;

export interface MailMessage {
  readonly to: string;
  readonly code: string;
}

export interface Mailbox {
  /** Creates the account's next sign-in code and invalidates earlier ones. */
  send(to: string): void;
  /** Returns the latest code, or undefined. */
  latest(to: string): string | undefined;
}

/** Creates a mailbox that sends no email: it keeps the last code of the 200 newest recipients. */
export function createMailbox(onMessage: ((message: MailMessage) => void) | undefined): Mailbox {
  const codes = new Map<string, string>();
  let sent = 0;
  return {
    send(to) {
      sent += 1;
      // A prime step yields distinct six-digit codes that are the same in every run.
      const code = String((sent * 137_911) % 1_000_000).padStart(6, '0');
      codes.delete(to);
      codes.set(to, code);
      const oldest = codes.keys().next();
      if (codes.size > MAX_MESSAGES && !oldest.done) codes.delete(oldest.value);
      onMessage?.({ to, code });
    },
    latest: (to) => codes.get(to),
  };
}
