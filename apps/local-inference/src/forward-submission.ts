import { openDeadline } from '@errand/foundation';
import type { Lease } from '@errand/task-runner';
import { z } from 'zod';

const DEADLINE_MS = 30_000;
/** Faults of the client; the control plane's response is passed through. */
const CLIENT_FAULTS = new Set([400, 403, 404, 409, 413, 415, 422, 429]);
/** There is nothing left to cancel: the task was deleted (404) or has ended (409). */
const NOTHING_TO_CANCEL = new Set([404, 409]);

const accepted = z.object({
  lease: z.looseObject({
    task_id: z.string(),
    worker_id: z.string(),
    lease_epoch: z.int(),
    lease_secret: z.string(),
  }),
});

interface ControlPlane {
  readonly url: string;
  readonly apiKey: string;
  /** Path for submissions, such as api/v1/inference. */
  readonly endpoint: string;
  /** Name of this server in the control plane. */
  readonly serverId: string;
}

type Submitted =
  | { readonly status: 202; readonly lease: Lease; readonly workerId: string }
  | { readonly status: number; readonly body: object; readonly lease?: undefined };

/**
 * Submits a body to the control plane on behalf of this server. Never throws: faults become
 * responses for the client.
 */
export async function forwardSubmission(
  { url, apiKey, endpoint, serverId }: ControlPlane,
  body: string,
  headers: Readonly<Record<string, string>>,
): Promise<Submitted> {
  try {
    const response = await fetch(`${url.replace(/\/$/, '')}/${endpoint.replace(/^\//, '')}`, {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/json',
        'x-api-key': apiKey,
        'x-inference-target': 'local',
        'x-local-server-id': serverId,
      },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
    return readAnswer(response.status, await response.text());
  } catch (error) {
    const reason = Error.isError(error) ? `: ${error.message}` : '';
    return failed(
      `The control plane at ${url} does not respond${reason}. Nothing was queued: try again.`,
    );
  }
}

/**
 * Cancels a task in the control plane, unless there is nothing left to cancel. Throws when the
 * control plane is unreachable.
 */
export async function cancelInControlPlane(
  { url, apiKey }: Pick<ControlPlane, 'url' | 'apiKey'>,
  taskId: string,
  signal: AbortSignal,
): Promise<void> {
  using deadline = openDeadline(signal, DEADLINE_MS);
  const response = await fetch(`${url.replace(/\/$/, '')}/api/v1/tasks/${taskId}/cancel`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey },
    redirect: 'error',
    signal: deadline.signal,
  });
  await response.body?.cancel();
  if (response.ok || NOTHING_TO_CANCEL.has(response.status)) return;
  throw new Error(
    `The control plane responded to the cancellation with status ${response.status}.`,
  );
}

function readAnswer(status: number, text: string): Submitted {
  const body = parse(text);
  if (status === 202) {
    const parsed = accepted.safeParse(body);
    if (!parsed.success) {
      return failed(
        "The control plane returned no lease with the task: its version differs from this server's.",
      );
    }
    const { worker_id: workerId, ...lease } = parsed.data.lease;
    // Its type follows the control plane's OpenAPI document; the part needed here was validated
    // above.
    return { status, lease: lease as unknown as Lease, workerId };
  }
  if (status === 401) {
    return failed('The control plane refuses the API_KEY of this server: set a valid one.');
  }
  if (CLIENT_FAULTS.has(status) && typeof body === 'object' && body !== null) {
    return { status, body };
  }
  return failed(
    `The control plane responded with status ${status}. Nothing was queued: try again.`,
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function failed(message: string): Submitted {
  return { status: 500, body: { success: false, message } };
}
