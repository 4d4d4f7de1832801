/** API calls of a first-time user, through the public API only. */
export interface ApiClient {
  readonly get: (path: string) => Promise<unknown>;
  readonly post: (path: string, body: unknown) => Promise<unknown>;
}

/** A response other than 2xx, with the service's message. */
class ApiError extends Error {}

/** Generous, because the first request to a new server on a loaded machine is slow. */
const ANSWER_DEADLINE_MS = 60_000;

export function createApiClient(apiUrl: string, apiKey: string): ApiClient {
  async function call(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(apiUrl + path, {
      method,
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(ANSWER_DEADLINE_MS),
    });
    const text = await response.text();
    if (!response.ok) throw new ApiError(`${method} ${path} answered ${response.status}: ${text}`);
    return JSON.parse(text);
  }
  return {
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
  };
}
