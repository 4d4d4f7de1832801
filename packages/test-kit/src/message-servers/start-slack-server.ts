import type { IncomingMessage } from 'node:http';
import { serveVault, type VaultServer } from '../vaults/serve-vault.ts';

export interface SlackPost {
  /** Id of a person, or the name of an app. */
  readonly user?: string;
  readonly app?: string;
  readonly text: string;
  /** Attachments and blocks in Slack's format. */
  readonly parts?: object;
  readonly at: Date;
}

interface SlackContent {
  readonly token: string;
  /** Posts by the name of their channel; they may be added later. */
  readonly channels: Readonly<Record<string, SlackPost[]>>;
  /** Display names by id. */
  readonly people: Readonly<Record<string, string>>;
}

const HOME = 'https://acme.slack.com/';

/**
 * Starts the part of Slack's Web API that reads messages. Its `url` is the base of the methods.
 * Lists have one entry per page.
 */
export async function startSlackServer(content: SlackContent): Promise<VaultServer> {
  const names = Object.keys(content.channels);
  const idOf = (name: string) => `C${String(names.indexOf(name)).padStart(9, '0')}`;
  const methods: Readonly<Record<string, (query: URLSearchParams) => object>> = {
    'auth.test': () => ({ ok: true, url: HOME, team: 'Acme' }),
    'conversations.list': (query) => {
      const place = Number(query.get('cursor') ?? 0);
      const name = names[place] ?? '';
      const cursor = place + 1 < names.length ? String(place + 1) : '';
      const channels = [{ id: idOf(name), name, is_channel: true }];
      return { ok: true, channels, response_metadata: { next_cursor: cursor } };
    },
    'conversations.history': (query) => {
      const name = names.find((each) => idOf(each) === query.get('channel'));
      if (name === undefined) return { ok: false, error: 'channel_not_found' };
      const [oldest, latest] = [Number(query.get('oldest')), Number(query.get('latest'))];
      const posts = content.channels[name] ?? [];
      const messages = posts.map(writePost).filter(({ ts }) => +ts >= oldest && +ts <= latest);
      return { ok: true, messages: messages.toReversed(), has_more: false };
    },
    'users.info': (query) => {
      const id = query.get('user') ?? '';
      const name = content.people[id];
      if (name === undefined) return { ok: false, error: 'user_not_found' };
      return { ok: true, user: { id, name: id.toLowerCase(), profile: { display_name: name } } };
    },
  };
  return serveVault((request) => {
    const { pathname, searchParams } = new URL(request.url ?? '', HOME);
    const method = methods[pathname.slice(1)];
    if (request.method !== 'GET' || !method) {
      return { status: 200, body: { ok: false, error: 'unknown_method' } };
    }
    if (!isAllowed(request, content.token)) {
      return { status: 200, body: { ok: false, error: 'invalid_auth' } };
    }
    return { status: 200, body: method(searchParams) };
  });
}

function isAllowed({ headers }: IncomingMessage, token: string): boolean {
  return headers.authorization === `Bearer ${token}`;
}

function writePost({ user, app, text, parts, at }: SlackPost) {
  const sender =
    user === undefined
      ? { subtype: 'bot_message', bot_id: 'B1', username: app }
      : { user, team: 'T1' };
  return { type: 'message', ...sender, text, ...parts, ts: (at.getTime() / 1000).toFixed(6) };
}
