import { z } from 'zod';
import { askService } from '../ask-service.ts';
import { MessagesUnavailableError } from '../two-factor-errors.ts';

/** A workspace of Slack, by a token of an app in it. */
export interface SlackWorkspace {
  readonly token: string;
}

export interface SlackAccess {
  /** Without a slash at the end; Slack's own is `https://slack.com/api`. */
  readonly slackUrl: string;
  readonly signal: AbortSignal;
}

const refusal = z.object({ ok: z.literal(false), error: z.string() });

/** What Slack says when it has troubles of its own; all else is about the token, its scopes or the channel. */
const PASSING: ReadonlySet<string> = new Set([
  'ratelimited',
  'rate_limited',
  'internal_error',
  'fatal_error',
  'service_unavailable',
  'request_timeout',
  'team_added_to_org',
]);

/** Slack has a word for why it gives no answer. */
export class SlackRefusedError extends MessagesUnavailableError {
  readonly word: string;

  constructor(method: string, word: string) {
    super(`Slack refused ${method}: ${word}.`, {
      retry: PASSING.has(word) ? 'automation' : 'never',
    });
    this.word = word;
  }
}

/** Calls one method of Slack's Web API. Throws MessagesUnavailableError, of which SlackRefusedError is one. */
export async function askSlack<Answer>(
  method: string,
  values: Readonly<Record<string, string>>,
  {
    workspace,
    access,
    schema,
  }: {
    readonly workspace: SlackWorkspace;
    readonly access: SlackAccess;
    readonly schema: z.ZodType<Answer>;
  },
): Promise<Answer> {
  const url = new URL(`${access.slackUrl}/${method}`);
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
  const answer = await askService<Answer | z.output<typeof refusal>>(url, {
    service: 'Slack',
    authorization: `Bearer ${workspace.token}`,
    schema: z.union([refusal, schema]),
    signal: access.signal,
  });
  const refused = refusal.safeParse(answer);
  if (!refused.success) return answer as Answer;
  throw new SlackRefusedError(method, refused.data.error);
}
