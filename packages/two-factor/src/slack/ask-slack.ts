import { z } from 'zod';
import { askService } from '../ask-service.ts';
import { MessagesUnavailableError } from '../two-factor-errors.ts';

/** A Slack workspace, accessed with an app's token. */
export interface SlackWorkspace {
  readonly token: string;
}

export interface SlackAccess {
  /** Without a trailing slash; Slack's own is `https://slack.com/api`. */
  readonly slackUrl: string;
  readonly signal: AbortSignal;
}

const refusal = z.object({ ok: z.literal(false), error: z.string() });

/**
 * Errors of Slack itself, which are temporary; all others concern the token, its scopes or the
 * channel.
 */
const PASSING: ReadonlySet<string> = new Set([
  'ratelimited',
  'rate_limited',
  'internal_error',
  'fatal_error',
  'service_unavailable',
  'request_timeout',
  'team_added_to_org',
]);

/** Slack refused a call with an error code. */
export class SlackRefusedError extends MessagesUnavailableError {
  readonly word: string;

  constructor(method: string, word: string) {
    super(
      `Slack refused ${method} with the error "${word}". Slack's documentation of ${method} explains it.`,
      {
        retry: PASSING.has(word) ? 'automation' : 'never',
      },
    );
    this.word = word;
  }
}

/**
 * Calls one method of Slack's Web API. Throws MessagesUnavailableError, or its subclass
 * SlackRefusedError.
 */
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
