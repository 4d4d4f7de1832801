import { type ErrandSchemas, type Session, SessionEndedError } from '@errand/client';
import type { Call } from '../command/define-command.ts';
import { LocalError, TimedOutError } from '../errors/command-errors.ts';
import type { Printer } from '../terminal/printer.ts';
import { openProgress } from '../terminal/progress.ts';
import { openWaitNote } from '../tasks/open-wait-note.ts';
import { pairNodes } from './pair-nodes.ts';

type Opening = ErrandSchemas['OpenSessionRequest'];
type Failure = ErrandSchemas['SessionFailure'];
type Ran = ErrandSchemas['StepsAnswer'];
type Task = ErrandSchemas['TaskDetail'];
type Automation = ErrandSchemas['Automation'];

const CLOSING_MS = 10_000;

/** What a step does now, and what it did in the last attempt of the task. */
export interface ReplayedStep {
  readonly node_path: string;
  readonly kind: string | null;
  /**
   * `unknown`: the step failed after a request without a recorded response, and the task has its
   * node but never reached it; or the step follows one like that.
   */
  readonly outcome: 'done' | 'skipped' | 'failed' | 'not_reached' | 'unknown';
  /** Path of the step's node in the task; null if the task's automation has no such node. */
  readonly node_path_before: string | null;
  /** Null for a step that the task did not reach, or does not have. */
  readonly before: 'done' | 'skipped' | 'failed' | null;
  readonly reason: string | null;
}

interface Notes {
  readonly print: Pick<Printer, 'isJson' | 'note'>;
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
  /** Why it stopped. */
  readonly failure: Pick<Failure, 'class' | 'message'> | null;
  readonly missed_requests: NonNullable<Ran['missed_requests']>;
}

/**
 * Runs an automation against the recorded responses of a task, node by node up to the first
 * failure. Throws TimedOutError, and LocalError if the session ended early.
 */
export async function replayTask(
  { errand, print, terminal }: Pick<Call, 'errand' | 'terminal'> & Notes,
  wanted: {
    readonly task: Task;
    /** The automation that the task ran. Without it, no step is compared with the task's steps. */
    readonly ran: Automation | undefined;
    readonly opening: Opening & { readonly automation: Automation };
    readonly timeoutMs: number;
  },
): Promise<ReplayResult> {
  const { task, opening, timeoutMs } = wanted;
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), timeoutMs).unref();
  const signal = AbortSignal.any([terminal.signal, late.signal]);
  const session = await errand().sessions.create(opening, { signal });
  using progress = openProgress(terminal);
  using waitNote = openWaitNote({ errand, print, progress, signal });
  waitNote.begin(session.id);
  try {
    progress.show(
      `waits for a free slot (a kept session takes one too); errand queue ${session.id} says why`,
    );
    const failure = await untilReady(session, signal);
    const paths = pathsOf(opening.automation);
    const ran = failure
      ? { answers: [], failure }
      : await runNodes(session, { paths, show: progress.show, signal });
    const oldPath = pairPaths(wanted.ran, opening.automation);
    return describe(task, session.id, { ...ran, paths, oldPath });
  } catch (error) {
    if (!late.signal.aborted || terminal.signal.aborted) throw error;
    throw new TimedOutError(
      `The replay has not ended within ${timeoutMs / 1_000} s: allow more with --timeout, or run errand queue ${session.id} to see why it waits. A kept session takes a slot, too.`,
      { cause: error },
    );
  } finally {
    clearTimeout(timer);
    await close(session, print);
  }
}

/** Returns the nodes of an automation's own lists, in order. */
function pathsOf({ nodes, post_processing_nodes: last = [] }: Automation): readonly string[] {
  return [
    ...nodes.map((_, index) => `nodes[${index}]`),
    ...last.map((_, index) => `post_processing_nodes[${index}]`),
  ];
}

function pairPaths(ran: Automation | undefined, now: Automation): Compared['oldPath'] {
  const ofNodes = pairNodes(ran?.nodes ?? [], now.nodes);
  const last = [ran?.post_processing_nodes ?? [], now.post_processing_nodes ?? []] as const;
  const ofLast = pairNodes(...last, 'post_processing_nodes');
  return (path) => ofNodes(path) ?? ofLast(path);
}

/** Returns why the start page did not open. */
async function untilReady(session: Session, signal: AbortSignal): Promise<Failure | undefined> {
  try {
    return (await session.untilReady({ signal })).failure ?? undefined;
  } catch (error) {
    if (!(error instanceof SessionEndedError)) throw error;
    const { error: reason, end_reason: end } = error.session;
    throw new LocalError(reason ?? `The session has ended: ${end}.`, { cause: error });
  }
}

interface RanNodes {
  readonly answers: readonly Ran[];
  readonly failure?: Pick<Failure, 'class' | 'message'> | undefined;
}

interface Running {
  readonly paths: readonly string[];
  readonly show: (text: string) => void;
  readonly signal: AbortSignal;
}

async function runNodes(session: Session, { paths, show, signal }: Running): Promise<RanNodes> {
  const answers: Ran[] = [];
  for (const node_path of paths) {
    show(node_path);
    const answer = await session.step({ node_path }, { signal });
    answers.push(answer);
    if (answer.failure) return { answers, failure: answer.failure };
  }
  return { answers };
}

interface Compared {
  readonly paths: readonly string[];
  /** Path of a step's node in the automation that the task ran. */
  readonly oldPath: (path: string) => string | undefined;
}

/** Steps that also ran in the task succeeded there without the responses that are missing now. */
function areInDoubt(
  answers: readonly Ran[],
  before: (path: string) => ReplayedStep['before'],
): boolean {
  return answers.some(
    ({ missed_requests: missed = [], steps }) =>
      missed.length > 0 && steps.some(({ node_path: path }) => before(path) !== 'done'),
  );
}

function describe(
  { task_id, steps: old }: Task,
  session_id: string,
  { answers, failure, paths, oldPath }: RanNodes & Compared,
): ReplayResult {
  const attempt = Math.max(0, ...old.map((step) => step.attempt));
  const outcomes = new Map(
    old.filter((step) => step.attempt === attempt).map((step) => [step.node_path, step.outcome]),
  );
  const inTask = (path: string): Pick<ReplayedStep, 'node_path_before' | 'before'> => {
    const there = oldPath(path);
    return { node_path_before: there ?? null, before: outcomes.get(there ?? '') ?? null };
  };
  const ran = answers.flatMap(({ steps }) => steps);
  const reached = ran.map((step): ReplayedStep => ({
    node_path: step.node_path,
    kind: step.kind,
    outcome: step.outcome,
    ...inTask(step.node_path),
    reason: step.error_message ?? step.reason ?? null,
  }));
  const left = paths.slice(answers.length).map((node_path): ReplayedStep => ({
    node_path,
    kind: null,
    outcome: 'not_reached',
    ...inTask(node_path),
    reason: null,
  }));
  const missed_requests = answers.flatMap((answer) => answer.missed_requests ?? []);
  const lost = failure && reached.findLast((step) => step.outcome === 'failed');
  const isUnknown =
    areInDoubt(answers, (path) => inTask(path).before) && lost !== undefined && isNewToTrace(lost);
  const markLost = (step: ReplayedStep): ReplayedStep =>
    isUnknown && (step === lost || step.outcome === 'not_reached')
      ? { ...step, outcome: 'unknown' }
      : step;
  return {
    task_id,
    session_id,
    passed: failure === undefined || isUnknown,
    steps: [...reached, ...left].map(markLost),
    repaired: reached
      .filter((step) => step.before === 'failed' && step.outcome !== 'failed')
      .map((step) => step.node_path),
    failure: failure ? { class: failure.class, message: failure.message } : null,
    missed_requests,
  };
}

/** The task never reached the step, so it may need a response that the task never got. */
const isNewToTrace = (step: ReplayedStep): boolean =>
  step.before === null && step.node_path_before !== null;

/** The result matters more than the end of the session, which is only noted if it is in doubt. */
async function close(session: Session, print: Notes['print']): Promise<void> {
  const closing = session.close({ signal: AbortSignal.timeout(CLOSING_MS) });
  const [closed] = await Promise.allSettled([closing]);
  if (closed.status === 'fulfilled') return;
  const { reason }: { reason: unknown } = closed;
  const why = reason instanceof Error ? reason.message : String(reason);
  print.note(
    `Session ${session.id} may still be open, and take a slot until it ends for lack of use: ${why} End it: errand sessions end ${session.id}`,
  );
}
