import type { ErrandSchemas } from '@errand/api-types';
import type { TraceContext } from '@errand/tracing';
import type { CheckBody } from '../http/check-body.ts';
import { DomainError } from '../http/domain-error.ts';
import { InvalidRequestError } from '../http/invalid-request-error.ts';
import type { IdempotentSubmission } from '../transitions/idempotency-key.ts';
import type { SubmittedTask } from '../transitions/submitted-task.ts';
import { checkSubmission, refuseSubmission } from './check-submission.ts';
import { isRefusal } from './is-refusal.ts';
import { prepareSubmission, type PrepareDependencies } from './prepare-submission.ts';
import type { TaskStore } from './task-store.ts';
import { withoutDefaults } from './without-defaults.ts';

/** Tasks in one transaction: enough to be cheap, few enough that locks are held briefly. */
const GROUP = 100;

export interface BatchDependencies extends PrepareDependencies {
  readonly tasks: Pick<TaskStore, 'submit' | 'submitMany' | 'findReplays'>;
  readonly checkSubmissionBody: CheckBody;
}

export interface BatchKeys {
  /** The idempotency key of the whole batch. */
  readonly batch: string;
  /** What identifies each submission under that key. Default: its position in the batch. */
  readonly items: readonly string[] | undefined;
}

interface Batch {
  readonly accountId: string;
  readonly trace: TraceContext | undefined;
  /** Undefined: a repeated batch stores its tasks again. */
  readonly keys: BatchKeys | undefined;
  readonly signal: AbortSignal;
}

export type BatchResult = { readonly taskId: string; readonly isReplay: boolean } | DomainError;

interface PlacedTask {
  readonly index: number;
  readonly task: SubmittedTask;
}

/**
 * Submits each body as a separate request would, and returns the outcomes in order. Stores them in
 * groups, so those before a failed group stay stored when this throws.
 */
export async function submitBatch(
  dependencies: BatchDependencies,
  batch: Batch,
  bodies: readonly unknown[],
): Promise<readonly BatchResult[]> {
  const results = new Map<number, BatchResult>();
  const tasks = await prepareAll(dependencies, batch, { bodies, results });
  for (const group of groupsOf(tasks)) {
    const outcomes = await store(dependencies, batch, group);
    for (const [place, { index }] of group.entries()) {
      const outcome = outcomes[place];
      if (outcome) results.set(index, outcome);
    }
  }
  return bodies.map((_, index) => {
    const result = results.get(index);
    if (!result) throw new Error(`Submission ${index} of the batch has no result.`);
    return result;
  });
}

/** Returns the tasks to store; those already stored or refused get their results. */
async function prepareAll(
  dependencies: BatchDependencies,
  batch: Batch,
  given: { readonly bodies: readonly unknown[]; readonly results: Map<number, BatchResult> },
): Promise<readonly PlacedTask[]> {
  const { accountId, keys, trace } = batch;
  const { bodies, results } = given;
  const checked = bodies.flatMap((body, index) => {
    const refusal = refuse(dependencies, body);
    if (refusal) results.set(index, refusal);
    return refusal ? [] : [{ index, body, idempotency: idempotencyOf(keys, { body, index }) }];
  });
  const keyed = checked.flatMap(({ idempotency }) => idempotency ?? []);
  const replays = await dependencies.tasks.findReplays(accountId, keyed);
  const remembering = rememberChecks(dependencies);
  const tasks: PlacedTask[] = [];
  for (const [place, { index, body, idempotency }] of checked.entries()) {
    const replay = replays[place];
    if (replay !== undefined) {
      results.set(index, typeof replay === 'string' ? { taskId: replay, isReplay: true } : replay);
      continue;
    }
    // The body has passed its schema.
    const submission = body as ErrandSchemas['SubmitTaskRequest'];
    const task = await refusalOr(() =>
      prepareSubmission(submission, remembering, { accountId, isLocal: false }),
    );
    if (task instanceof DomainError) results.set(index, task);
    else tasks.push({ index, task: { ...task, traceContext: trace, idempotency } });
  }
  return tasks;
}

/** The error with which a request with this body would be refused before anything is read. */
function refuse(
  { checkSubmissionBody }: BatchDependencies,
  body: unknown,
): DomainError | undefined {
  const violations = checkSubmissionBody(body);
  if (violations.length > 0) {
    const broken = new InvalidRequestError(violations);
    return refuseSubmission(broken.violations, body) ?? broken;
  }
  try {
    checkSubmission(body as ErrandSchemas['SubmitTaskRequest']);
    return undefined;
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

function idempotencyOf(
  keys: BatchKeys | undefined,
  { body, index }: { readonly body: unknown; readonly index: number },
): IdempotentSubmission | undefined {
  if (keys === undefined) return undefined;
  const place = keys.items?.[index] ?? index;
  // The check found an object.
  return { key: keys.batch, ...withoutDefaults(body as object), place };
}

/** Submissions of a batch mostly name the same recordings and secrets: each is looked up once. */
function rememberChecks({ recordings, vaultAccess }: PrepareDependencies): PrepareDependencies {
  const parameters = new Map<string, ReturnType<typeof recordings.findParameters>>();
  const checks = new Map<string, ReturnType<typeof vaultAccess.check>>();
  return {
    recordings: {
      findParameters: (accountId, name) =>
        remember(parameters, name, () => recordings.findParameters(accountId, name)),
    },
    vaultAccess: {
      check: (reader, secrets) =>
        remember(checks, JSON.stringify(secrets), () => vaultAccess.check(reader, secrets)),
    },
  };
}

function remember<Result>(known: Map<string, Result>, key: string, find: () => Result): Result {
  const found = known.get(key) ?? find();
  known.set(key, found);
  return found;
}

/** A task with files is its own group: its files are stored before the transaction begins. */
function groupsOf(tasks: readonly PlacedTask[]): readonly (readonly PlacedTask[])[] {
  const groups: PlacedTask[][] = [];
  let open: PlacedTask[] | undefined;
  for (const placed of tasks) {
    const hasFiles = hasFilesOf(placed);
    if (open && !hasFiles && open.length < GROUP) open.push(placed);
    else groups.push((open = [placed]));
    if (hasFiles) open = undefined;
  }
  return groups;
}

function hasFilesOf({ task }: PlacedTask): boolean {
  return (task.input_files ?? []).length > 0;
}

async function store(
  { tasks }: BatchDependencies,
  { accountId, signal }: Batch,
  group: readonly PlacedTask[],
): Promise<readonly BatchResult[]> {
  const [first] = group;
  const stored = await refusalOr<readonly BatchResult[]>(async () =>
    first && hasFilesOf(first)
      ? [await tasks.submit(accountId, first.task, signal)]
      : tasks.submitMany(
          accountId,
          group.map(({ task }) => task),
        ),
  );
  return stored instanceof DomainError ? group.map(() => stored) : stored;
}

/** Returns an error about the submission; throws a server error, which ends the batch. */
async function refusalOr<Result>(act: () => Promise<Result>): Promise<Result | DomainError> {
  try {
    return await act();
  } catch (error) {
    if (isRefusal(error)) return error;
    throw error;
  }
}
