import type { z } from 'zod';
import { MessagesUnavailableError } from './two-factor-errors.ts';

interface ServiceRequest<Answer> {
  /** Service name for errors: `Slack`. */
  readonly service: string;
  readonly authorization: string;
  readonly schema: z.ZodType<Answer>;
  readonly signal: AbortSignal;
}

/** Fetches JSON with GET from a URL that the operator chose. Throws MessagesUnavailableError. */
export async function askService<Answer>(
  url: URL,
  { service, authorization, schema, signal }: ServiceRequest<Answer>,
): Promise<Answer> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, { headers: { authorization }, signal, redirect: 'error' });
    text = await response.text();
  } catch (error) {
    signal.throwIfAborted();
    throw new MessagesUnavailableError(`${service} could not be reached. Try again later.`, {
      cause: error,
    });
  }
  if (response.status === 401 || response.status === 403) {
    throw new MessagesUnavailableError(
      `${service} refused the credentials of the integration. Replace them there.`,
      {
        retry: 'never',
      },
    );
  }
  if (response.status === 429) {
    const seconds = response.headers.get('retry-after');
    const when = seconds === null ? 'later' : `in ${seconds} seconds`;
    throw new MessagesUnavailableError(
      `${service} limits requests: it accepts the next one ${when}. Raise check_interval.`,
    );
  }
  const answer = schema.safeParse(parseJson(text));
  if (response.ok && answer.success) return answer.data;
  throw new MessagesUnavailableError(
    `${service} returned an unexpected response with status ${response.status}. Try again later.`,
  );
}

/** Returns undefined for invalid JSON, such as a gateway's error page. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (Error.isError(error) && error.name === 'SyntaxError') return undefined;
    throw error;
  }
}
