const ANSWER_DEADLINE_MS = 20_000;

export interface Question {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly apiKey: string;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Undefined when no answer came: what was asked for may have been done or not. */
export async function askService(question: Question): Promise<Answer | undefined> {
  const { method, url, apiKey, body, idempotencyKey } = question;
  try {
    const response = await fetch(url, {
      method,
      headers: {
        'x-api-key': apiKey,
        ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(ANSWER_DEADLINE_MS),
    });
    return { status: response.status, body: await response.json() };
  } catch {
    // A connection that broke or an answer that is none: nobody knows more.
    return undefined;
  }
}
