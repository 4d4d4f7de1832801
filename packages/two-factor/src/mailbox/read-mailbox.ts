import type { FetchMessageObject, ImapFlow } from 'imapflow';
import { chooseNewest, isInWindow, MAX_MESSAGES, type Message, type Reading } from '../message.ts';
import { MessagesUnavailableError } from '../two-factor-errors.ts';
import type { Mailbox, MailSearch } from './mailbox.ts';
import { type MailboxAccess, openMailbox } from './open-mailbox.ts';
import { readHtml } from './read-html.ts';

const DAY_MS = 86_400_000;
/** Maximum bytes of one email; a code precedes any attachment. */
const MAX_MAIL_BYTES = 262_144;
/** Maximum emails of one sender per day to examine, newest first. */
const MAX_FOUND = 500;
/** Disables everything that takes longer than reading the email. */
const PARSING = { skipHtmlToText: true, skipTextToHtml: true, skipImageLinks: true };
/** Server headers with the recipient, in case the email's own headers lack it. */
const RECEIVER_HEADERS = ['delivered-to', 'x-original-to', 'envelope-to'];

/** Returns emails of the inbox without marking them as read. Throws MessagesUnavailableError. */
export async function readMailbox(
  mailbox: Mailbox,
  search: MailSearch,
  { window, signal, egress }: Reading & MailboxAccess,
): Promise<Message[]> {
  using opened = await openMailbox(mailbox, { egress, signal });
  const { client } = opened;
  try {
    await client.mailboxOpen('INBOX', { readOnly: true });
    const messages: Message[] = [];
    for (const mail of await findMails(client, search, window)) {
      const message = await readMail(client, mail);
      if (message) messages.push(message);
    }
    if (!client.usable) throw new Error('The server ended the conversation.');
    return chooseNewest(messages, window);
  } catch (error) {
    signal.throwIfAborted();
    const reason = `${mailbox.host} closed the connection. Try again later.`;
    throw new MessagesUnavailableError(
      `The mailbox ${mailbox.emailAddress} cannot be read: ${reason}`,
      { cause: error },
    );
  }
}

/**
 * Finds the emails, newest first. Servers search by whole days and by parts of addresses, so
 * results are filtered here.
 */
async function findMails(
  client: ImapFlow,
  { sender, receiver }: MailSearch,
  window: Reading['window'],
): Promise<FetchMessageObject[]> {
  const since = new Date(window.since.getTime() - DAY_MS);
  const numbers = await client.search({ from: sender, since }, { uid: true });
  // The search also has no result when the connection has ended.
  if (!numbers) throw new Error('The server did not search.');
  if (numbers.length === 0) return [];
  const newest = numbers.toSorted((one, other) => one - other).slice(-MAX_FOUND);
  const query = { uid: true, envelope: true, internalDate: true, headers: RECEIVER_HEADERS };
  const mails = await client.fetchAll(newest, query, { uid: true });
  return mails
    .filter((mail) => isInWindow(timeOf(mail), window))
    .filter((mail) => isFrom(mail, sender) && isTo(mail, receiver))
    .toSorted((one, other) => timeOf(other).getTime() - timeOf(one).getTime())
    .slice(0, MAX_MESSAGES);
}

async function readMail(client: ImapFlow, found: FetchMessageObject): Promise<Message | undefined> {
  const query = { source: { maxLength: MAX_MAIL_BYTES } };
  const fetched = await client.fetchOne(String(found.uid), query, { uid: true });
  if (!fetched || !fetched.source) return undefined;
  return {
    // Not the email's Message-ID: senders choose it, and some reuse it.
    messageId: `${client.mailbox ? client.mailbox.uidValidity : 0}-${found.uid}`,
    text: await readText(fetched.source, found.envelope?.subject),
    receivedAt: timeOf(found),
  };
}

/**
 * Returns plain text and HTML, because one of them may only refer to the other. The parser is loaded
 * on first use, because it is large.
 */
async function readText(source: Buffer, subject: string | undefined): Promise<string> {
  const { simpleParser } = await import('mailparser');
  try {
    const mail = await simpleParser(source, PARSING);
    const html = typeof mail.html === 'string' ? readHtml(mail.html) : undefined;
    return [mail.subject, mail.text, html].filter(Boolean).join('\n');
  } catch (error) {
    // One email with a thousand parts must not hide the others.
    if (Error.isError(error)) return subject ?? '';
    throw error;
  }
}

/** Returns when the server received the email; its date header is chosen by the sender. */
function timeOf({ internalDate }: FetchMessageObject): Date {
  return new Date(internalDate ?? 0);
}

function isFrom({ envelope }: FetchMessageObject, sender: string): boolean {
  return (envelope?.from ?? []).some(({ address = '' }) => isSame(address, sender));
}

function isTo({ envelope, headers }: FetchMessageObject, receiver: string): boolean {
  const named = [...(envelope?.to ?? []), ...(envelope?.cc ?? [])];
  const lines = (headers?.toString('latin1') ?? '').split(/\r?\n/);
  const values = lines.map((line) => line.slice(line.indexOf(':') + 1).replaceAll(/[<>]/g, ''));
  const receivers = [...named.map(({ address = '' }) => address), ...values];
  return receivers.some((address) => isSame(address, receiver));
}

function isSame(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}
