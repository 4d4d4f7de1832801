import type { ErrandSchemas } from '@errand/client';

type Kind = ErrandSchemas['Integration']['kind'];

interface Field {
  readonly name: string;
  readonly label: string;
  readonly isSecret?: true;
  readonly isOptional?: true;
  readonly isNumber?: true;
}

const UNCHECKABLE = 'Only a task that uses one of its secrets can check it.';

interface KindForm {
  readonly title: string;
  readonly fields: readonly Field[];
  /** Why the API cannot check integrations of the kind; absent if it can. */
  readonly uncheckable?: string;
}

/** The fields for creating each kind of integration. */
export const FIELDS: Readonly<Record<Kind, KindForm>> = {
  onepassword: {
    title: '1Password',
    uncheckable: UNCHECKABLE,
    fields: [
      { name: 'token', label: 'Token', isSecret: true },
      { name: 'connect_url', label: 'URL of a Connect server', isOptional: true },
    ],
  },
  aws_secrets_manager: {
    title: 'AWS Secrets Manager',
    uncheckable: UNCHECKABLE,
    fields: [
      { name: 'access_key_id', label: 'Access key ID' },
      { name: 'secret_access_key', label: 'Secret access key', isSecret: true },
    ],
  },
  mailbox: {
    title: 'Mailbox (IMAP)',
    fields: [
      { name: 'email_address', label: 'Address' },
      { name: 'host', label: 'Server' },
      { name: 'port', label: 'Port', isOptional: true, isNumber: true },
      { name: 'username', label: 'User name', isOptional: true },
      { name: 'password', label: 'Password', isSecret: true },
    ],
  },
  slack: {
    title: 'Slack',
    fields: [
      { name: 'workspace_domain', label: 'Domain of the workspace' },
      { name: 'token', label: 'Token', isSecret: true },
    ],
  },
  sms: {
    title: 'SMS (Twilio)',
    fields: [
      { name: 'account_sid', label: 'Account SID' },
      { name: 'auth_token', label: 'Auth token', isSecret: true },
    ],
  },
};

export const KINDS = Object.keys(FIELDS) as Kind[];

export const isKind = (text: string): text is Kind => text in FIELDS;

type Texts = Readonly<Record<string, string>>;

/** The request that creates the integration. The server checks the members. */
export function readIntegration(
  kind: Kind,
  { name = '', ...texts }: Texts,
): ErrandSchemas['CreateIntegrationRequest'] {
  return { name, [kind]: readSettings(kind, texts) };
}

/**
 * The request that changes the integration. It replaces all settings together, so it repeats those
 * that the form does not show; the server keeps a secret that is left out.
 */
export function readChange(
  { kind, settings }: Pick<ErrandSchemas['Integration'], 'kind' | 'settings'>,
  { name = '', ...texts }: Texts,
): ErrandSchemas['UpdateIntegrationRequest'] {
  const shown = new Set(FIELDS[kind].fields.map(({ name: member }) => member));
  const others = Object.entries(settings).filter(([member]) => !shown.has(member));
  return { name, [kind]: { ...Object.fromEntries(others), ...readSettings(kind, texts) } };
}

function readSettings(kind: Kind, texts: Texts): Readonly<Record<string, string | number>> {
  const settings = FIELDS[kind].fields.flatMap(({ name: member, isNumber }) => {
    const text = texts[member];
    if (text === undefined) return [];
    return [[member, isNumber === true ? Number(text) : text] as const];
  });
  return Object.fromEntries(settings);
}

/** The non-secret values, without duplicates. */
export function describeSettings({
  host,
  port,
  ...others
}: Readonly<Record<string, unknown>>): string {
  const server =
    typeof host === 'string' ? [host + (typeof port === 'number' ? `:${port}` : '')] : [];
  return [...new Set([...Object.values(others), ...server])].join(' · ');
}
