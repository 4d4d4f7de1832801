import type { ErrandSchemas } from '@errand/api-types';

export type Mode = 'view' | 'control';

/** What the viewer must know about a response other than 2xx. */
export type Answer<Body> =
  | { readonly kind: 'ok'; readonly body: Body }
  | { readonly kind: 'key-wrong' }
  | { readonly kind: 'not-found' }
  /** The request is invalid in the current state; `detail` says why. */
  | { readonly kind: 'refused'; readonly detail: string }
  /** No response, or none at the moment. */
  | { readonly kind: 'unreachable'; readonly detail: string };

/** The calls that this page makes for one task. They never throw. */
export interface TaskApi {
  readonly find: () => Promise<Answer<ErrandSchemas['TaskDetailAnswer']>>;
  readonly explainWait: () => Promise<Answer<ErrandSchemas['TaskQueueAnswer']>>;
  readonly askForStream: (mode: Mode) => Promise<Answer<ErrandSchemas['StreamAnswer']>>;
  readonly listFiles: () => Promise<Answer<ErrandSchemas['DownloadsAnswer']>>;
  readonly askForTrace: () => Promise<Answer<ErrandSchemas['TraceUrlAnswer']>>;
  readonly resume: (
    body: ErrandSchemas['ResumeRequest'],
  ) => Promise<Answer<ErrandSchemas['ResumeAnswer']>>;
}

const ANSWER_DEADLINE_MS = 15_000;

/**
 * `base` is the root of the API, ending with a slash. Without an API key, the browser sends the
 * cookie of its session, if it has one.
 */
export function createTaskApi(base: URL, taskId: string, apiKey: string | undefined): TaskApi {
  const key = apiKey === undefined ? {} : { 'x-api-key': apiKey };
  const headers = { ...key, 'content-type': 'application/json' };
  const id = encodeURIComponent(taskId);
  const call = <Body>(path: string, init: RequestInit = {}) =>
    ask<Body>(`api/v1/tasks/${id}${path}`, init);
  async function ask<Body>(path: string, init: RequestInit = {}): Promise<Answer<Body>> {
    const url = new URL(path, base);
    const signal = AbortSignal.timeout(ANSWER_DEADLINE_MS);
    try {
      return await readAnswer(await fetch(url, { headers, signal, ...init }));
    } catch {
      return { kind: 'unreachable', detail: 'The server cannot be reached.' };
    }
  }
  return {
    find: () => call(''),
    explainWait: () => call('/queue'),
    askForStream: (mode) => call(`/stream?mode=${mode}`),
    listFiles: () => ask(`api/v1/get_downloads?task_id=${id}`),
    askForTrace: () => call('/trace/url'),
    resume: (body) => call('/resume', { method: 'POST', body: JSON.stringify(body) }),
  };
}

async function readAnswer<Body>(response: Response): Promise<Answer<Body>> {
  if (response.ok) return { kind: 'ok', body: (await response.json()) as Body };
  if (response.status === 401) return { kind: 'key-wrong' };
  if (response.status === 404) return { kind: 'not-found' };
  const detail = readDetail(await response.text()) ?? `The server returned ${response.status}.`;
  const isOver = response.status === 429 || response.status >= 500;
  return { kind: isOver ? 'unreachable' : 'refused', detail };
}

/** `detail` is a sentence, or a list of violations in a body. */
function readDetail(text: string): string | undefined {
  try {
    const { detail } = JSON.parse(text) as { readonly detail?: unknown };
    if (typeof detail === 'string') return detail;
    return (detail as readonly { readonly msg: string }[]).map(({ msg }) => msg).join(' ');
  } catch {
    return undefined; // Probably a proxy's page instead of JSON.
  }
}
