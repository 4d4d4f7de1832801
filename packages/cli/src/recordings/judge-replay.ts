import type { ErrandSchemas } from '@errand/client';
import type { RanNode, RanNodes } from './replay-nodes.ts';

type Ran = ErrandSchemas['StepsAnswer'];
type Task = ErrandSchemas['TaskDetail'];
type Failure = ErrandSchemas['SessionFailure'];

/** What a step does now, and what it did in the last attempt of the task. */
export interface ReplayedStep {
  readonly node_path: string;
  readonly kind: string | null;
  /**
   * `unknown`: the step waits for a download, which no trace holds, or depends on one; or it failed
   * after a request without a recorded response to its body, and the task has its node but never
   * reached it; or it did not succeed in the task, and now opens a page that the trace does not
   * hold; or it follows such a step.
   */
  readonly outcome: 'done' | 'skipped' | 'failed' | 'not_reached' | 'unknown';
  /** Path of the step's node in the task; null if the task's automation has no such node. */
  readonly node_path_before: string | null;
  /** Null for a step that the task did not reach, or does not have. */
  readonly before: 'done' | 'skipped' | 'failed' | null;
  /** Whether its outcome differs from the one in the task; null if one of the two is not known. */
  readonly differs: boolean | null;
  readonly reason: string | null;
}

/** The findings of a replay, as `--json` prints them. */
export interface ReplayResult {
  readonly task_id: string;
  readonly session_id: string;
  /** Whether every node ran without a failure, apart from those that are unknown. */
  readonly passed: boolean;
  readonly steps: readonly ReplayedStep[];
  /** Paths of steps that pass now and whose nodes failed in the task, even if they have moved. */
  readonly repaired: readonly string[];
  /** Why it stopped; null if it did not, or only because a download is missing. */
  readonly failure: Pick<Failure, 'class' | 'message'> | null;
  readonly missed_requests: NonNullable<Ran['missed_requests']>;
}

type StepNow = Omit<ReplayedStep, 'before' | 'differs' | 'node_path_before'>;
type ComparedStep = Omit<ReplayedStep, 'differs'>;

interface Compared {
  readonly paths: readonly string[];
  /** Path of a step's node in the automation that the task ran. */
  readonly oldPath: (path: string) => string | undefined;
}

/** Compares what the nodes did with the last attempt of the task. */
export function judgeReplay(
  { task_id, steps: old }: Pick<Task, 'steps' | 'task_id'>,
  session_id: string,
  { ran, paths, oldPath }: Compared & { readonly ran: RanNodes },
): ReplayResult {
  const inTask = compareWith(old, oldPath);
  const { failure } = ran;
  const answers = ran.nodes.flatMap(({ answer }) => (answer ? [answer] : []));
  const withTask = (step: StepNow): ComparedStep => ({ ...step, ...inTask(step.node_path) });
  const reached = ran.nodes.flatMap(stepsOfNode).map(withTask);
  const left = paths.slice(ran.nodes.length).map((node_path) =>
    withTask({
      node_path,
      kind: null,
      outcome: ran.isCut ? 'unknown' : 'not_reached',
      reason: ran.isCut ? 'It follows a step that depends on a download.' : null,
    }),
  );
  const missed_requests = answers.flatMap((answer) => answer.missed_requests ?? []);
  const lost = failure && reached.findLast((step) => step.outcome === 'failed');
  const lostPage = lost && lost.before !== 'done' ? lostPageOf(answers.at(-1)) : undefined;
  const isUnknown =
    lostPage !== undefined ||
    (areInDoubt(answers, (path) => inTask(path).before) && lost && isNewToTrace(lost)) === true;
  const markLost = (step: ComparedStep): ComparedStep => {
    if (!isUnknown || (step !== lost && step.outcome !== 'not_reached')) return step;
    const reason = step === lost && lostPage !== undefined ? lostPage : step.reason;
    return { ...step, outcome: 'unknown', reason };
  };
  return {
    task_id,
    session_id,
    passed: failure === undefined || isUnknown,
    steps: [...reached, ...left].map((step) => markDifferent(markLost(step))),
    repaired: reached
      .filter((step) => step.before === 'failed' && ['done', 'skipped'].includes(step.outcome))
      .map((step) => step.node_path),
    failure: failure ? { class: failure.class, message: failure.message } : null,
    missed_requests,
  };
}

function markDifferent(step: ComparedStep): ReplayedStep {
  const isKnown = step.before !== null && !['not_reached', 'unknown'].includes(step.outcome);
  return { ...step, differs: isKnown ? step.before !== step.outcome : null };
}

/** Returns a function that finds the step of a node in the last attempt. */
function compareWith(
  steps: Task['steps'],
  oldPath: Compared['oldPath'],
): (path: string) => Pick<ReplayedStep, 'before' | 'node_path_before'> {
  const attempt = Math.max(0, ...steps.map((step) => step.attempt));
  const outcomes = new Map(
    steps.filter((step) => step.attempt === attempt).map((step) => [step.node_path, step.outcome]),
  );
  return (path) => {
    const there = oldPath(path);
    return { node_path_before: there ?? null, before: outcomes.get(there ?? '') ?? null };
  };
}

/** A node that was not tried has one step. */
function stepsOfNode({ path, answer, gap }: RanNode): readonly StepNow[] {
  if (!answer) return [{ node_path: path, kind: null, outcome: 'unknown', reason: gap ?? null }];
  return answer.steps.map(({ node_path, kind, outcome, error_message: error, reason }) =>
    gap !== undefined && outcome === 'failed'
      ? { node_path, kind, outcome: 'unknown', reason: gap }
      : { node_path, kind, outcome, reason: error ?? reason ?? null },
  );
}

/** Steps that also ran in the task succeeded there without the responses that are missing now. */
function areInDoubt(
  answers: readonly Ran[],
  before: (path: string) => ReplayedStep['before'],
): boolean {
  return answers.some(
    ({ missed_requests: missed = [], steps }) =>
      // A page does not notice that a file is empty.
      missed.some(({ reason }) => reason !== 'download_not_kept') &&
      steps.some(({ node_path: path }) => before(path) !== 'done'),
  );
}

/** Why a step could not open its page: it acted, but the trace has no response to what it requested. */
function lostPageOf(answer: Ran | undefined): string | undefined {
  if (answer?.failure?.class !== 'navigation') return undefined;
  const { message } = answer.failure;
  // Any other request, such as one that counts visits, says nothing about the page.
  const lost = answer.missed_requests?.findLast(
    ({ reason, url }) =>
      (reason === 'not_recorded' || reason === 'body_not_kept') && message.startsWith(`${url} `),
  );
  if (!lost) return undefined;
  return `It opens a page that the trace does not hold: ${lost.method} ${lost.url}`;
}

/** The task never reached the step, so it may need a response that the task never got. */
const isNewToTrace = (step: ComparedStep): boolean =>
  step.before === null && step.node_path_before !== null;
