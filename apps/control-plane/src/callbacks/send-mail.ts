import { openDeadline } from '@errand/foundation';
import { z } from 'zod';
import type { CallbackAnswer } from './send-callback.ts';

/** Less than the expiry of the job that sends the email, so that the job records the failure. */
const DEADLINE_MS = 25_000;
/** A lookup cannot be interrupted, so it keeps the process alive during a shutdown. */
const LOOKUP_MS = 10_000;
const MAX_RESPONSE_LENGTH = 1_024;

export interface Mail {
  /** Part of the message id, so that duplicates of an email can be recognised. */
  readonly deliveryId: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export type MailSender = (mail: Mail, signal: AbortSignal) => Promise<CallbackAnswer>;

interface Limits {
  /** Default 25,000. */
  readonly deadlineMs?: number;
  /** Limits the lookup of the server's name. Default 10,000. */
  readonly lookupMs?: number;
}

/**
 * Sends emails through a server, each within one deadline. Without settings, every email is
 * refused, so that nobody waits for one.
 */
export function createMailSender(
  settings: { readonly smtpUrl: string; readonly from: string } | undefined,
  { deadlineMs = DEADLINE_MS, lookupMs = LOOKUP_MS }: Limits = {},
): MailSender {
  if (!settings) return () => Promise.resolve(NO_SERVER);
  const { smtpUrl, from } = settings;
  const domain = from.split('@').at(-1)?.replace('>', '') ?? 'errand';
  return async ({ deliveryId, ...mail }, signal) => {
    const messageId = `<${deliveryId}@${domain}>`;
    using deadline = openDeadline(signal, deadlineMs);
    try {
      // Loaded for the first email, because it is large.
      const { createTransport } = await import('nodemailer');
      const transport = createTransport({ url: smtpUrl, dnsTimeout: lookupMs }, { from });
      const { response } = await transport.sendMail({
        ...mail,
        messageId,
        signal: deadline.signal,
      });
      return { status: codeOf(response), error: null, response, isRetryable: false };
    } catch (error) {
      if (deadline.isOver) return tooSlow(deadlineMs);
      return explain(error);
    }
  };
}

function tooSlow(deadlineMs: number): CallbackAnswer {
  const error = `The mail server did not accept the email within ${deadlineMs / 1_000} seconds.`;
  return { status: null, error, isRetryable: true };
}

const NO_SERVER: CallbackAnswer = {
  status: null,
  error:
    'This installation sends no email: ask its operator to set SMTP_URL and MAIL_FROM, then redeliver the email.',
  isRetryable: false,
};

/** The error that nodemailer throws. */
const faultSchema = z.object({
  message: z.string(),
  code: z.union([z.string(), z.number()]).optional(),
  responseCode: z.int().optional(),
  response: z.string().optional(),
});

/** A 5xx reply of SMTP is final; any other error is temporary. */
function explain(error: unknown): CallbackAnswer {
  const { code, responseCode, response } = faultSchema.parse(error);
  if (responseCode === undefined) {
    return {
      status: null,
      error: `The mail server could not be used: ${code ?? 'unknown error'}.`,
      isRetryable: true,
    };
  }
  return {
    status: responseCode,
    error: `The mail server returned ${responseCode}.`,
    response: response?.slice(0, MAX_RESPONSE_LENGTH) ?? null,
    isRetryable: responseCode < 500,
  };
}

function codeOf(response: string): number | null {
  const code = Number.parseInt(response, 10);
  return Number.isNaN(code) ? null : code;
}
