import type { ErrandSchemas } from '@errand/api-types';
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { DEPRECATION_HEADERS } from '../http/announce-deprecation.ts';
import { readApiKey } from '../http/authenticate.ts';
import { defineRoute, type RouteRequest } from '../http/define-route.ts';
import type { IdempotentSubmission } from '../transitions/idempotency-key.ts';
import { checkSubmission, refuseSubmission } from './check-submission.ts';
import { prepareSubmission, type PrepareDependencies } from './prepare-submission.ts';
import { toGoalTask } from './start-goal.ts';
import { LocalTargetError } from './submission-errors.ts';
import type { TaskStore } from './task-store.ts';
import { writeLocalTask } from './write-local-task.ts';
import { withoutDefaults } from './without-defaults.ts';

interface Dependencies extends PrepareDependencies {
  readonly tasks: TaskStore;
}

type SubmitHeaders = RouteRequest<'submitTask'>['headers'];

/**
 * Stores a task and responds before the task runs. The task is durable once the response is sent.
 */
export const submitTask = defineRoute(
  'submitTask',
  async (dependencies: Dependencies, { body, headers, accountId, trace, signal }) => {
    const { tasks } = dependencies;
    const isOlder = 'end_point' in body;
    if (!isOlder) checkSubmission(body);
    const serverId = findLocalServer(headers, body);
    if (serverId !== undefined && !isOlder) {
      const task = await prepareSubmission(body, dependencies, { accountId, isLocal: true });
      const local = await tasks.submitLocal(
        accountId,
        { ...task, traceContext: trace, serverId },
        signal,
      );
      return { status: 202, body: writeLocalTask(local, { accountId, apiKey: keyOf(headers) }) };
    }
    const idempotency = idempotencyOf(headers['idempotency-key'], body);
    // Check before reading the recording, which may have changed since the first submission.
    const earlier = idempotency && (await tasks.findReplay(accountId, idempotency));
    if (earlier !== undefined) return accept({ taskId: earlier, isReplay: true }, { isOlder });

    const task = isOlder
      ? toGoalTask(body)
      : await prepareSubmission(body, dependencies, { accountId, isLocal: false });
    const stored = await tasks.submit(
      accountId,
      { ...task, traceContext: trace, idempotency },
      signal,
    );
    return accept(stored, { isOlder });
  },
  { refuse: refuseSubmission, isTraced: true },
);

/**
 * Returns the id of the local inference server that the task is for; undefined for the fleet.
 * Throws LocalTargetError.
 */
function findLocalServer(
  headers: SubmitHeaders,
  body: ErrandSchemas['SubmitBody'],
): string | undefined {
  const id = headers['x-local-server-id'];
  if (headers['x-inference-target'] !== 'local') {
    if (id !== undefined) throw new LocalTargetError('x-local-server-id');
    return undefined;
  }
  if ('end_point' in body) throw new LocalTargetError('end_point');
  if (body.is_dedicated) throw new LocalTargetError('is_dedicated');
  if (headers['idempotency-key'] !== undefined) throw new LocalTargetError('Idempotency-Key');
  return id ?? randomUUID();
}

/** The validator keeps headers that the API document does not define. */
function keyOf(headers: SubmitHeaders): string {
  const { 'x-api-key': key, authorization } = headers as IncomingHttpHeaders;
  return readApiKey(key, authorization);
}

function idempotencyOf(
  key: string | undefined,
  body: ErrandSchemas['SubmitBody'],
): IdempotentSubmission | undefined {
  return key === undefined ? undefined : { key, ...withoutDefaults(body) };
}

function accept(
  { taskId, isReplay }: { readonly taskId: string; readonly isReplay: boolean },
  { isOlder }: { readonly isOlder: boolean },
) {
  const replayed = isReplay ? { 'idempotent-replayed': 'true' } : {};
  const common = { success: true as const, task_id: taskId };
  if (!isOlder) {
    return {
      status: 202 as const,
      headers: replayed,
      body: { ...common, message: 'The task is queued.' },
    };
  }
  const body = { ...common, status: 'started' as const, message: 'The task is started.' };
  return { status: 200 as const, headers: { ...replayed, ...DEPRECATION_HEADERS }, body };
}
