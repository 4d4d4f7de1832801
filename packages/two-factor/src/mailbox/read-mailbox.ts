import type { FetchMessageObject, ImapFlow } from 'imapflow';
import { simpleParser } from 'mailparser';
import { chooseNewest, isInWindow, MAX_MESSAGES, type Message, type Reading } from '../message.ts';
import { MessagesUnavailableError } from '../two-factor-errors.ts';
import type { Mailbox, MailSearch } from './mailbox.ts';
import { type MailboxAccess, openMailbox } from './open-mailbox.ts';
import { readHtml } from './read-html.ts';

const DAY_MS = 86_400_000;
/** Bytes of one mail; a code stands before any attachment. */
const MAX_MAIL_BYTES = 262_144;
/** Mails of one sender in a day that are looked at, the newest ones. */
const MAX_FOUND = 500;
/** Nothing that takes more time than reading the mail does. */
const PARSING = { skipHtmlToText: true, skipTextToHtml: true, skipImageLinks: true };
/** Headers of servers that tell whom a mail was for when its own lines do not. */
const RECEIVER_HEADERS = ['delivered-to', 'x-original-to', 'envelope-to'];

/** Mails of the inbox, none of which it marks as read. Throws MessagesUnavailableError. */
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
    const reason = `${mailbox.host} ended the conversation.`;
    throw new MessagesUnavailableError(
      `The mailbox ${mailbox.emailAddress} cannot be read: ${reason}`,
      { cause: error },
    );
  }
}

/** Servers search by whole days, and for parts of addresses. Newest first. */
async function findMails(
  client: ImapFlow,
  { sender, receiver }: MailSearch,
  window: Reading['window'],
): Promise<FetchMessageObject[]> {
  const since = new Date(window.since.getTime() - DAY_MS);
  const numbers = await client.search({ from: sender, since }, { uid: true });
  // It answers so, too, when the conversation ended meanwhile.
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
    // A mail's own Message-ID is what its sender says, and some send the same one again.
    messageId: `${client.mailbox ? client.mailbox.uidValidity : 0}-${found.uid}`,
    text: await readText(fetched.source, found.envelope?.subject),
    receivedAt: timeOf(found),
  };
}

/** Plain text and HTML: one of them may just say that there is the other. */
async function readText(source: Buffer, subject: string | undefined): Promise<string> {
  try {
    const mail = await simpleParser(source, PARSING);
    const html = typeof mail.html === 'string' ? readHtml(mail.html) : undefined;
    return [mail.subject, mail.text, html].filter(Boolean).join('\n');
  } catch (error) {
    // Somebody's mail of a thousand parts must not hide those of others.
    if (Error.isError(error)) return subject ?? '';
    throw error;
  }
}

/** When the server took it; a mail's own date is what its sender says. */
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
