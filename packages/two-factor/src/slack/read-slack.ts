import { z } from 'zod';
import { chooseNewest, type Message, type Reading } from '../message.ts';
import { MessagesUnavailableError } from '../two-factor-errors.ts';
import { askSlack, SlackRefusedError, type SlackAccess, type SlackWorkspace } from './ask-slack.ts';

export interface SlackSearch {
  /** Channel name with or without `#`, or channel id. */
  readonly channel: string;
  /** Name, display name or full name of a person or app. */
  readonly sender: string;
}

const MAX_PAGES = 20;
const PAGE_SIZE = '200';
const CHANNEL_ID = /^[CG][A-Z0-9]{8,}$/;

const channels = z.object({
  ok: z.literal(true),
  channels: z.array(z.object({ id: z.string(), name: z.string() })),
  response_metadata: z.object({ next_cursor: z.string().optional() }).optional(),
});
const message = z.object({
  ts: z.string(),
  text: z.string().default(''),
  user: z.string().optional(),
  username: z.string().optional(),
  bot_profile: z.object({ name: z.string() }).optional(),
  attachments: z.unknown().optional(),
  blocks: z.unknown().optional(),
});
/** Members of attachments and blocks to read. */
const TEXTS: ReadonlySet<string> = new Set(['fallback', 'pretext', 'text', 'title', 'value']);
const history = z.object({ ok: z.literal(true), messages: z.array(message) });
const person = z.object({
  ok: z.literal(true),
  user: z.object({
    name: z.string(),
    real_name: z.string().optional(),
    profile: z
      .object({ display_name: z.string().optional(), real_name: z.string().optional() })
      .optional(),
  }),
});

type SlackMessage = z.output<typeof message>;

/**
 * Returns messages of one sender in a channel, without replies in threads. Throws
 * MessagesUnavailableError.
 */
export async function readSlack(
  workspace: SlackWorkspace,
  search: SlackSearch,
  { window, signal, slackUrl }: Reading & SlackAccess,
): Promise<Message[]> {
  const asked = { workspace, access: { slackUrl, signal } };
  const channel = await findChannel(search.channel, asked);
  const times = { oldest: inSlackTime(window.since), latest: inSlackTime(window.until) };
  const values = { channel, ...times, inclusive: 'true', limit: '100' };
  const found = await askSlack('conversations.history', values, { ...asked, schema: history });
  const namesOf = createNames(asked);
  const own: Message[] = [];
  for (const each of found.messages) {
    if (await isFrom(each, search.sender, namesOf)) own.push(readMessage(each));
  }
  return chooseNewest(own, window);
}

type Asked = { readonly workspace: SlackWorkspace; readonly access: SlackAccess };

async function findChannel(text: string, asked: Asked): Promise<string> {
  const name = text.trim().replace(/^#/, '');
  if (CHANNEL_ID.test(name)) return name;
  let cursor = '';
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const values = {
      types: 'public_channel,private_channel',
      exclude_archived: 'true',
      limit: PAGE_SIZE,
      ...(cursor === '' ? {} : { cursor }),
    };
    const found = await askSlack('conversations.list', values, { ...asked, schema: channels });
    const channel = found.channels.find((each) => isSame(each.name, name));
    if (channel) return channel.id;
    cursor = found.response_metadata?.next_cursor ?? '';
    if (cursor === '') break;
  }
  throw new MessagesUnavailableError(
    `The Slack app of the integration cannot see a channel "${name}". Check the name, and invite the app to a private channel.`,
    { retry: 'never' },
  );
}

type NamesOf = (user: string) => Promise<readonly string[]>;

async function isFrom(
  { user, username, bot_profile: bot }: SlackMessage,
  sender: string,
  namesOf: NamesOf,
): Promise<boolean> {
  const isSender = (name: string | undefined) => name !== undefined && isSame(name, sender);
  if ([username, bot?.name, user].some(isSender)) return true;
  return user !== undefined && (await namesOf(user)).some(isSender);
}

/** Looks up each person once. */
function createNames(asked: Asked): NamesOf {
  const known = new Map<string, Promise<readonly string[]>>();
  return (user) => {
    const names = known.get(user) ?? askNames(user, asked);
    known.set(user, names);
    return names;
  };
}

async function askNames(id: string, asked: Asked): Promise<readonly string[]> {
  try {
    const { user } = await askSlack('users.info', { user: id }, { ...asked, schema: person });
    const { profile } = user;
    const names = [user.name, user.real_name, profile?.display_name, profile?.real_name];
    return names.flatMap((name) => name || []);
  } catch (error) {
    // A member of another workspace, in a shared channel, must not hide the others' messages.
    const isUnknown = error instanceof SlackRefusedError && error.word.startsWith('user_not_');
    if (isUnknown) return [];
    throw error;
  }
}

/** Also reads attachments and blocks, which are often an app's only text. */
function readMessage({ ts, text, attachments, blocks }: SlackMessage): Message {
  const texts = new Set([text, ...textsOf(attachments), ...textsOf(blocks)]);
  return {
    messageId: ts,
    text: [...texts].filter(Boolean).join('\n'),
    receivedAt: new Date(Number(ts) * 1000),
  };
}

function textsOf(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    typeof member === 'string' ? (TEXTS.has(name) ? [member] : []) : textsOf(member),
  );
}

/** Returns whole seconds, like the other services. */
function inSlackTime(time: Date): string {
  return String(Math.floor(time.getTime() / 1000));
}

function isSame(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase().replace(/^@/, '');
}
