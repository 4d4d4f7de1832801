import { z } from 'zod';
import type { CallbackAnswer } from './send-callback.ts';

const TIMEOUT_MS = 10_000;
const MAX_RESPONSE_LENGTH = 1_024;

export interface Mail {
  /** Part of the message id, so that duplicates of a mail can be recognised. */
  readonly deliveryId: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export type MailSender = (mail: Mail) => Promise<CallbackAnswer>;

/**
 * Sends mails through a server. Without settings, every mail is refused, so that nobody waits for
 * one. The library is loaded for the first mail, because it is large.
 */
export function createMailSender(
  settings: { readonly smtpUrl: string; readonly from: string } | undefined,
): MailSender {
  if (!settings) return () => Promise.resolve(NO_SERVER);
  const { smtpUrl, from } = settings;
  let opened: ReturnType<typeof openTransport> | undefined;
  const domain = from.split('@').at(-1)?.replace('>', '') ?? 'errand';
  return async ({ deliveryId, ...mail }) => {
    try {
      const messageId = `<${deliveryId}@${domain}>`;
      const transport = await (opened ??= openTransport(smtpUrl, from));
      const { response } = await transport.sendMail({ ...mail, messageId });
      return { status: codeOf(response), error: null, response, isRetryable: false };
    } catch (error) {
      return explain(error);
    }
  };
}

async function openTransport(smtpUrl: string, from: string) {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport(smtpUrl, { from });
  const timeouts = {
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  };
  Object.assign(transport.options, timeouts);
  return transport;
}

const NO_SERVER: CallbackAnswer = {
  status: null,
  error:
    'This installation sends no mail: ask its operator to set SMTP_URL and MAIL_FROM, then redeliver the mail.',
  isRetryable: false,
};

/** The error that nodemailer throws. */
const faultSchema = z.object({
  message: z.string(),
  code: z.string().optional(),
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
