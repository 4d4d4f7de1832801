export type { Mailbox, MailSearch } from './mailbox/mailbox.ts';
export { openMailbox } from './mailbox/open-mailbox.ts';
export { readMailbox } from './mailbox/read-mailbox.ts';
export type { Message, MessageWindow } from './message.ts';
export { checkSlack } from './slack/check-slack.ts';
export { readSlack, type SlackSearch } from './slack/read-slack.ts';
export { checkTwilio, readTextMessages, type SmsSearch } from './sms/read-text-messages.ts';
export { MessagesUnavailableError } from './two-factor-errors.ts';
