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

/** Undefined if there was no response: the request may or may not have been carried out. */
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
    // The connection broke or the response is invalid, so the outcome is unknown.
    return undefined;
  }
}
