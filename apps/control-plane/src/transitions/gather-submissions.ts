import type { FilelessTask, Submitted } from './submit-tasks.ts';
import type { SubmittedTask } from './submitted-task.ts';

/** Few enough that the locks of a group are held briefly. */
const LARGEST_GROUP = 50;
/** How long submissions gather while the group before them is stored, in milliseconds. */
const LONGEST_GATHERING_MS = 20;

interface Stored {
  readonly taskId: string;
  readonly isReplay: boolean;
}

type Submit = (accountId: string, task: SubmittedTask, signal?: AbortSignal) => Promise<Stored>;

interface Ways {
  readonly alone: Submit;
  /** Returns undefined if it stored none of them. */
  readonly together: (
    accountId: string,
    tasks: readonly FilelessTask[],
  ) => Promise<readonly Submitted[] | undefined>;
}

interface Waiting extends PromiseWithResolvers<Stored> {
  readonly task: SubmittedTask;
}

/**
 * Stores the submissions of an account that arrive while an earlier one is being stored together.
 * One that arrives while none is being stored does not wait. A group that hangs does not hold up
 * later ones: after 20 ms, the next group begins anyway. If a group cannot be stored together, each
 * of its submissions is stored alone, so that only the faulty one is refused.
 */
export function gatherSubmissions(ways: Ways): Submit {
  /** By account, the submissions that have arrived since its last group began. */
  const arrivals = new Map<string, Waiting[]>();

  function begin(accountId: string, waiting: readonly Waiting[]): void {
    const group = groupOf(waiting);
    const later = waiting.filter((each) => !group.includes(each));
    arrivals.set(accountId, later);
    const proceed = (): void => {
      if (arrivals.get(accountId) !== later) return;
      if (later.length > 0) begin(accountId, later);
      else arrivals.delete(accountId);
    };
    const timer = setTimeout(proceed, LONGEST_GATHERING_MS);
    const end = (): void => {
      clearTimeout(timer);
      proceed();
    };
    void store(ways, accountId, group).then(end);
  }

  return (accountId, task, signal) => {
    if (!isShareable(task)) return ways.alone(accountId, task, signal);
    const waiting = { ...Promise.withResolvers<Stored>(), task };
    const arrived = arrivals.get(accountId);
    if (arrived) arrived.push(waiting);
    else begin(accountId, [waiting]);
    return waiting.promise;
  };
}

/**
 * Whether a submission can be stored like any other. One that gives a limit of its portal may lock
 * the portal exclusively.
 */
function isShareable(task: SubmittedTask): boolean {
  const hasFiles = (task.input_files ?? []).length > 0;
  const hasLimit = (task.max_parallelism ?? null) !== null;
  return !hasFiles && !hasLimit && !task.claim && !task.continuation && task.isPinned !== true;
}

/** The first submissions, without those that repeat the idempotency key of an earlier one. */
function groupOf(waiting: readonly Waiting[]): readonly Waiting[] {
  const keys = new Set<string>();
  const group = waiting.filter(({ task: { idempotency } }) => {
    const isRepeated = idempotency !== undefined && keys.has(idempotency.key);
    if (idempotency) keys.add(idempotency.key);
    return !isRepeated;
  });
  return group.slice(0, LARGEST_GROUP);
}

/** Settles each submission of the group. */
async function store(ways: Ways, accountId: string, group: readonly Waiting[]): Promise<void> {
  const outcomes = group.length > 1 ? await storeTogether(ways, accountId, group) : undefined;
  await Promise.all(
    group.map(async ({ task, resolve, reject }, place) => {
      const outcome = outcomes?.[place];
      if (outcome instanceof Error) reject(outcome);
      else if (outcome) resolve(outcome);
      else await ways.alone(accountId, task).then(resolve, reject);
    }),
  );
}

/** Returns undefined for submissions that must be stored alone. */
async function storeTogether(
  ways: Ways,
  accountId: string,
  group: readonly Waiting[],
): Promise<readonly (Submitted | Error)[] | undefined> {
  try {
    return await ways.together(
      accountId,
      group.map(({ task }) => task),
    );
  } catch (error) {
    // Some may be stored: storing them again would store them twice.
    return group.map(() => error as Error);
  }
}
