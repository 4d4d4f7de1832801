import type { FetchMessageObject, ImapFlow } from 'imapflow';
import { simpleParser } from 'mailparser';
import { chooseNewest, isInWindow, MAX_MESSAGES, type Message, type Reading } from '../message.ts';
import { MessagesUnavailableError } from '../two-factor-errors.ts';
import type { Mailbox, MailSearch } from './mailbox.ts';
import { type MailboxAccess, openMailbox } from './open-mailbox.ts';

const DAY_MS = 86_400_000;
/** Bytes of one mail; a code stands before any attachment. */
const MAX_MAIL_BYTES = 262_144;
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
    const found = await findMails(client, search, window);
    const messages: Message[] = [];
    for (const mail of found) {
      const message = await readMail(client, mail, search);
      if (message) messages.push(message);
    }
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

/** Servers search by whole days, and for parts of addresses. */
async function findMails(
  client: ImapFlow,
  { sender }: MailSearch,
  window: Reading['window'],
): Promise<FetchMessageObject[]> {
  const since = new Date(window.since.getTime() - DAY_MS);
  const numbers = await client.search({ from: sender, since }, { uid: true });
  if (!numbers || numbers.length === 0) return [];
  const query = { uid: true, envelope: true, internalDate: true };
  const mails = await client.fetchAll(numbers, query, { uid: true });
  return mails
    .filter((mail) => isInWindow(timeOf(mail), window) && isFrom(mail, sender))
    .toSorted((one, other) => timeOf(other).getTime() - timeOf(one).getTime())
    .slice(0, MAX_MESSAGES);
}

async function readMail(
  client: ImapFlow,
  found: FetchMessageObject,
  { receiver }: MailSearch,
): Promise<Message | undefined> {
  const query = { source: { maxLength: MAX_MAIL_BYTES } };
  const fetched = await client.fetchOne(String(found.uid), query, { uid: true });
  if (!fetched || !fetched.source) return undefined;
  const mail = await simpleParser(fetched.source, { skipImageLinks: true, skipTextLinks: true });
  const lines = mail.headerLines.filter(({ key }) => RECEIVER_HEADERS.includes(key));
  const named = [...(found.envelope?.to ?? []), ...(found.envelope?.cc ?? [])];
  const receivers = [...named.map(({ address = '' }) => address), ...lines.map(valueOf)];
  if (!receivers.some((address) => isSame(address, receiver))) return undefined;
  return {
    messageId: mail.messageId ?? `uid-${found.uid}`,
    text: [mail.subject, mail.text].filter(Boolean).join('\n'),
    receivedAt: timeOf(found),
  };
}

/** When the server took it; a mail's own date is what its sender says. */
function timeOf({ internalDate }: FetchMessageObject): Date {
  return new Date(internalDate ?? 0);
}

function isFrom({ envelope }: FetchMessageObject, sender: string): boolean {
  return (envelope?.from ?? []).some(({ address = '' }) => isSame(address, sender));
}

function valueOf({ line }: { readonly line: string }): string {
  return line.slice(line.indexOf(':') + 1).replace(/[<>]/g, '');
}

function isSame(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}
