import type { EgressGuard } from '@errand/egress-guard';
import {
  checkSlack,
  checkTwilio,
  type Mailbox,
  type Message,
  MessagesUnavailableError,
  type MessageWindow,
  openMailbox,
  readMailbox,
  readSlack,
  readTextMessages,
} from '@errand/two-factor';
import type { Integration } from '../integrations/integration.ts';
import { readSettings } from '../integrations/integration.ts';
import type { IntegrationStore } from '../integrations/integration-store.ts';
import { mailbox } from '../integrations/kinds/mailbox.ts';
import type { KindName, SettingsOf } from '../integrations/kinds/kind-registry.ts';
import { slack, readWorkspaceDomain } from '../integrations/kinds/slack.ts';
import type { WireAction } from './match-place.ts';
import { IntegrationMissingError } from './message-errors.ts';

export interface ServiceSettings {
  readonly egress: EgressGuard;
  readonly slackUrl: string;
  readonly twilioUrl: string;
}

interface Asked {
  readonly integrations: Pick<IntegrationStore, 'settingsOf'>;
  readonly accountId: string;
  readonly window: MessageWindow;
  readonly signal: AbortSignal;
}

/** Throws IntegrationMissingError, MessagesUnavailableError. */
export async function readMessages(
  action: WireAction,
  asked: Asked,
  settings: ServiceSettings,
): Promise<readonly Message[]> {
  const reading = { window: asked.window, signal: asked.signal, ...settings };
  if (action.type === 'email_two_fa_action') {
    const { receiver_email_address: receiver, sender_email_address: sender } = action;
    const address = action.integration_email_address ?? receiver;
    const found = await findOrThrow(mailbox, asked, address.trim().toLowerCase());
    return readMailbox(mailboxOf(found), { sender, receiver }, reading);
  }
  if (action.type === 'slack_two_fa_action') {
    const { channel_name: channel, sender_name: sender } = action;
    const domain = readWorkspaceDomain(action.slack_workspace_domain);
    const found = await findOrThrow(slack, asked, domain);
    return readSlack({ token: found.token }, { channel, sender }, reading);
  }
  const search = { fromNumber: action.from_number, toNumber: action.to_number };
  const all = await asked.integrations.settingsOf(asked.accountId, 'sms');
  if (all.length === 0) throw new IntegrationMissingError('text messages (sms)');
  const read = await Promise.all(
    all.map((each) => readTextMessages(twilioOf(each), search, reading)),
  );
  return read.flat();
}

/**
 * Logs in to a service and describes it. Throws MessagesUnavailableError; undefined for a vault.
 */
export async function checkService(
  { kind, settings }: Pick<Integration, 'kind' | 'settings'>,
  { signal, ...access }: ServiceSettings & { readonly signal: AbortSignal },
): Promise<string | undefined> {
  if (kind === 'mailbox') {
    const box = mailboxOf(readSettings(kind, settings));
    using _opened = await openMailbox(box, { ...access, signal });
    return `The mailbox ${box.emailAddress} can be read.`;
  }
  if (kind === 'slack') {
    const { token, workspace_domain: domain } = readSettings(kind, settings);
    const url = await checkSlack({ token }, { ...access, signal });
    const own = readWorkspaceDomain(url);
    if (own === readWorkspaceDomain(domain)) return `The Slack workspace ${own} can be read.`;
    const reason = `the token belongs to the Slack workspace "${own}", not to "${domain}".`;
    throw new MessagesUnavailableError(`The Slack workspace cannot be read: ${reason}`);
  }
  if (kind === 'sms') {
    const account = twilioOf(readSettings(kind, settings));
    await checkTwilio(account, { ...access, signal });
    return `The Twilio account ${account.accountSid} can be read.`;
  }
  return undefined;
}

async function findOrThrow<Kind extends KindName>(
  { kind, describe }: { readonly kind: Kind; readonly describe: (subject: string) => string },
  { integrations, accountId }: Asked,
  subject: string,
): Promise<SettingsOf<Kind>> {
  const [found] = await integrations.settingsOf(accountId, kind, subject);
  if (!found) throw new IntegrationMissingError(describe(subject));
  return found;
}

function mailboxOf(settings: SettingsOf<'mailbox'>): Mailbox {
  const { email_address: emailAddress, ...place } = settings;
  return { emailAddress, ...place };
}

function twilioOf(settings: SettingsOf<'sms'>) {
  return { accountSid: settings.account_sid, authToken: settings.auth_token };
}
