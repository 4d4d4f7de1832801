import { z } from 'zod';
import { askService } from '../ask-service.ts';
import { chooseNewest, type Message, type Reading } from '../message.ts';

/** An account of Twilio. */
export interface TwilioAccount {
  readonly accountSid: string;
  readonly authToken: string;
}

export interface SmsSearch {
  readonly fromNumber: string;
  readonly toNumber: string;
}

export interface TwilioAccess {
  /** Without a trailing slash; Twilio's own is `https://api.twilio.com`. */
  readonly twilioUrl: string;
  readonly signal: AbortSignal;
}

const DAY_MS = 86_400_000;
const list = z.object({
  messages: z.array(
    z.object({
      sid: z.string(),
      body: z.string(),
      /** RFC 2822; null while the message is in transit. */
      date_sent: z.string().nullable(),
      date_created: z.string(),
    }),
  ),
});

/** Returns text messages between two numbers. Throws MessagesUnavailableError. */
export async function readTextMessages(
  account: TwilioAccount,
  { fromNumber, toNumber }: SmsSearch,
  { window, ...access }: Reading & TwilioAccess,
): Promise<Message[]> {
  const url = addressOf(account, access, '/Messages.json');
  url.searchParams.set('From', writeNumber(fromNumber));
  url.searchParams.set('To', writeNumber(toNumber));
  // Filters by whole UTC days; the exact window is applied here.
  const since = new Date(window.since.getTime() - DAY_MS).toISOString().slice(0, 10);
  url.searchParams.set('DateSent>', since);
  url.searchParams.set('PageSize', '100');
  const { messages } = await ask(url, { account, access, schema: list });
  const read = messages.map(({ sid, body, date_sent: sent, date_created: created }) => ({
    messageId: sid,
    text: body,
    receivedAt: new Date(sent ?? created),
  }));
  return chooseNewest(read, window);
}

/** Throws MessagesUnavailableError. */
export async function checkTwilio(account: TwilioAccount, access: TwilioAccess): Promise<void> {
  const schema = z.object({ sid: z.string() });
  await ask(addressOf(account, access, '.json'), { account, access, schema });
}

function addressOf(
  { accountSid }: TwilioAccount,
  { twilioUrl }: TwilioAccess,
  suffix: string,
): URL {
  return new URL(`${twilioUrl}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}${suffix}`);
}

function ask<Answer>(
  url: URL,
  {
    account: { accountSid, authToken },
    access: { signal },
    schema,
  }: {
    readonly account: TwilioAccount;
    readonly access: TwilioAccess;
    readonly schema: z.ZodType<Answer>;
  },
): Promise<Answer> {
  const login = Buffer.from(`${accountSid}:${authToken}`).toString('base64');
  return askService(url, { service: 'Twilio', authorization: `Basic ${login}`, schema, signal });
}

/**
 * Normalises a number, because Twilio accepts only E.164 and short codes: `+1 (555) 010-2030`
 * becomes `+15550102030`. Names stay.
 */
function writeNumber(text: string): string {
  return /^[+\d\s().-]+$/.test(text) ? text.replace(/[^+\d]/g, '') : text.trim();
}
