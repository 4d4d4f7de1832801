import createClient, { type Client } from 'openapi-fetch';
import type { ErrandPaths, ErrandSchemas } from './api-schemas.ts';
import { type BulkChanges, createBulkChanges } from './bulk-changes.ts';
import { RunInterruptedError, WaitTimeoutError } from './errors.ts';
import { createDownloads, type Downloads } from './downloads/downloads.ts';
import {
  type AccountEvent,
  type AccountEventKind,
  eventsOfAccount,
} from './events/account-event.ts';
import { type EventSource, followEvents } from './events/follow-events.ts';
import { eventsOfTask, type TaskEvent } from './events/task-event.ts';
import { type EntryOf, listEntries, type ListOptions, type ListPath } from './list-entries.ts';
import {
  createOperations,
  noTask,
  type Operations,
  type Options,
  type SubmitOptions,
} from './operations.ts';
import { eventsOfSession } from './sessions/session-event.ts';
import { createSessions, type Sessions } from './sessions/sessions.ts';
import { createTransport, type TransportOptions } from './transport/transport.ts';
import { createStatusPoller } from './waits/status-poller.ts';
import { createWaits, type TaskWaitOptions, type WaitOptions } from './waits/waits.ts';

/** How long the server may be unreachable during a wait or an event stream. */
const PATIENCE_MS = 300_000;
/** Longer than the server keeps the request for a debug session's command open. */
const COMMAND_TIMEOUT_MS = 150_000;

export interface ErrandOptions {
  /** URL of the control plane, such as `http://127.0.0.1:8080`. */
  readonly baseUrl: string;
  /**
   * Null sends none: the browser sends the cookie of a session (`POST /api/v1/session`), in pages of
   * the control plane's own origin.
   */
  readonly apiKey: string | null;
  /**
   * How often a request is repeated after a lost connection, a 429 or a 503, if repeating it is safe.
   * Default: 4.
   */
  readonly maxRetries?: number;
  /** Time limit for one try of a request. Default: 60,000. */
  readonly requestTimeoutMs?: number;
  /** Default: the platform's. */
  readonly fetch?: typeof globalThis.fetch;
}

export interface EventOptions extends Options {
  /** `id` of the last event that the caller knows. */
  readonly lastEventId?: string | undefined;
  /**
   * Called with true whenever the stream is open, and with false whenever a connection fails or
   * breaks off; then it reconnects.
   */
  readonly onConnection?: ((isOpen: boolean) => void) | undefined;
}

export interface AccountEventOptions extends EventOptions {
  /** Only events of these kinds, and `reset`. Default: all. */
  readonly kinds?: readonly AccountEventKind[] | undefined;
}

type Submission = ErrandSchemas['SubmitTaskRequest'];
type TaskDetail = ErrandSchemas['TaskDetail'];

/** All methods throw ErrandError for statuses of 400 and above, and the reason of their signal. */
export interface Errand
  extends Pick<Operations, 'submit' | 'task' | 'retry' | 'cancel'>, BulkChanges {
  /** Every operation, typed. Returns `{data, error, response}` and does not throw ErrandError. */
  readonly api: Client<ErrandPaths>;
  /**
   * Submits a task and waits for its end. Check its `status`: a failed task is not an error. Once
   * the task is submitted, throws only WaitTimeoutError and RunInterruptedError, which contain its
   * ID; the latter also when the signal fires, with its reason as the cause.
   */
  readonly run: (
    task: Submission,
    options?: SubmitOptions & TaskWaitOptions,
  ) => Promise<TaskDetail>;
  /** Waits for the end of a task. Throws WaitTimeoutError. */
  readonly waitForTask: (taskId: string, options?: TaskWaitOptions) => Promise<TaskDetail>;
  /** Waits for the end of any number of tasks; returns their states in the order of the IDs. */
  readonly waitForTasks: (
    taskIds: readonly string[],
    options?: WaitOptions,
  ) => Promise<ErrandSchemas['TaskStatusData'][]>;
  /**
   * The events of a task from its beginning to its end. Reconnects without loss or repetition, for up
   * to five minutes without the server.
   */
  readonly events: (taskId: string, options?: EventOptions) => AsyncGenerator<TaskEvent>;
  /**
   * The events of the account, until the signal fires. They begin with a `reset`, or after
   * `lastEventId`. Reconnects like `events`.
   */
  readonly accountEvents: (options?: AccountEventOptions) => AsyncGenerator<AccountEvent>;
  /** The entries of all pages of a list, such as `list('/api/v1/tasks', {query: {status: ['failed']}})`. */
  readonly list: <Path extends ListPath>(
    path: Path,
    ...options: object extends ListOptions<Path> ? [ListOptions<Path>?] : [ListOptions<Path>]
  ) => AsyncGenerator<EntryOf<Path>>;
  readonly downloads: Downloads;
  /** Debug sessions: browsers in which steps and locators are tried. */
  readonly sessions: Sessions;
}

export function createErrand({ apiKey, baseUrl: url, ...settings }: ErrandOptions): Errand {
  const {
    maxRetries = 4,
    requestTimeoutMs = 60_000,
    fetch = globalThis.fetch.bind(globalThis),
  } = settings;
  const baseUrl = url.replace(/\/+$/, '');
  const limits = { fetch, maxRetries };
  const openApi = (timeoutMs: number): Client<ErrandPaths> =>
    openTypedApi({ baseUrl, apiKey, transport: { ...limits, requestTimeoutMs: timeoutMs } });
  const api = openApi(requestTimeoutMs);
  const source = { fetch, baseUrl, headers: keyHeader(apiKey) };
  const operations = createOperations(api);
  const waits = openWaits(source, operations);
  const { submit, task, retry, cancel } = operations;
  const waitForTask: Errand['waitForTask'] = async (taskId, options = {}) => {
    await waits.one(taskId, options);
    return task(taskId, options);
  };
  return {
    api,
    submit,
    task,
    retry,
    cancel,
    ...createBulkChanges(api),
    waitForTask,
    async run(body, options = {}) {
      const { task_id: taskId } = await submit(body, options);
      return waitForTask(taskId, options).catch((error: unknown) => {
        throw error instanceof WaitTimeoutError ? error : new RunInterruptedError(taskId, error);
      });
    },
    waitForTasks: (taskIds, options = {}) => waits.all(taskIds, options),
    events: (taskId, options = {}) =>
      followEvents(source, eventsOfTask(taskId), followOptions(options)),
    accountEvents: ({ kinds, ...options } = {}) =>
      followEvents(source, eventsOfAccount(kinds), followOptions(options)),
    list: (path, ...[options]) =>
      listEntries(api, path, options ?? ({} as ListOptions<typeof path>)),
    downloads: createDownloads({ fetch, list: operations.downloads }),
    sessions: createSessions({
      api,
      patientApi: openApi(Math.max(requestTimeoutMs, COMMAND_TIMEOUT_MS)),
      follow: (sessionId, options) =>
        followEvents(source, eventsOfSession(sessionId), followOptions(options)),
    }),
  };
}

function openWaits(source: EventSource, { statuses }: Operations) {
  return createWaits({
    poller: createStatusPoller({ ask: statuses, notFound: noTask, patienceMs: PATIENCE_MS }),
    follow: (taskId, options) => followEvents(source, eventsOfTask(taskId), options),
  });
}

function openTypedApi({
  baseUrl,
  apiKey,
  transport,
}: Pick<ErrandOptions, 'baseUrl' | 'apiKey'> & { readonly transport: TransportOptions }) {
  return createClient<ErrandPaths>({
    baseUrl,
    headers: keyHeader(apiKey),
    // A redirect would take the key to another server.
    redirect: 'error',
    querySerializer: { array: { style: 'form', explode: false } },
    fetch: createTransport(transport),
  });
}

function keyHeader(apiKey: string | null): Record<string, string> {
  return apiKey === null ? {} : { 'x-api-key': apiKey };
}

function followOptions({ signal = new AbortController().signal, ...options }: EventOptions) {
  return { signal, ...options, patienceMs: PATIENCE_MS };
}
