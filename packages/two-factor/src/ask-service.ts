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
    throw new MessagesUnavailableError(`${service} could not be reached.`, { cause: error });
  }
  if (response.status === 401 || response.status === 403) {
    throw new MessagesUnavailableError(`${service} refused what the integration logs in with.`, {
      retry: 'never',
    });
  }
  if (response.status === 429) {
    const seconds = response.headers.get('retry-after') ?? 'some';
    throw new MessagesUnavailableError(
      `${service} wants fewer requests: it takes the next one in ${seconds} seconds. Raise check_interval.`,
    );
  }
  const answer = schema.safeParse(parseJson(text));
  if (response.ok && answer.success) return answer.data;
  throw new MessagesUnavailableError(`${service} answered ${response.status} in an unknown form.`);
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
