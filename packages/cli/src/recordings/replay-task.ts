import { type ErrandSchemas, type Session, SessionEndedError } from '@errand/client';
import type { Call } from '../command/define-command.ts';
import { LocalError, TimedOutError } from '../errors/command-errors.ts';
import type { Printer } from '../terminal/printer.ts';
import { openProgress } from '../terminal/progress.ts';
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
  readonly outcome: 'done' | 'skipped' | 'failed' | 'not_reached';
  /** Path of its node in the task; null if the task's automation does not have it. */
  readonly node_path_before: string | null;
  /** Null for a step that the task did not reach, or does not have. */
  readonly before: 'done' | 'skipped' | 'failed' | null;
  readonly reason: string | null;
}

interface Notes {
  readonly print: Pick<Printer, 'note'>;
}

/** The findings of a replay, as `--json` prints them. */
export interface ReplayResult {
  readonly task_id: string;
  readonly session_id: string;
  /** Whether every node ran without a failure. */
  readonly passed: boolean;
  readonly steps: readonly ReplayedStep[];
  /** Paths of steps that pass now and whose nodes failed in the task, even if they have moved. */
  readonly repaired: readonly string[];
  /** Why it stopped. */
  readonly failure: Pick<Failure, 'class' | 'message'> | null;
  readonly missed_requests: NonNullable<Ran['missed_requests']>;
}

/**
 * Runs an automation against the recorded responses of a task, node by node up to the first failure.
 * Throws TimedOutError, and LocalError if the session ended before.
 */
export async function replayTask(
  { errand, print, terminal }: Pick<Call, 'errand' | 'terminal'> & Notes,
  wanted: {
    readonly task: Task;
    /** The automation that the task ran. Without it, no step is compared with the task. */
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
  try {
    progress.show(
      `waits for a free slot (a kept session takes one too); errand queue ${session.id} says why`,
    );
    const failure = await untilReady(session, signal);
    const { nodes } = opening.automation;
    const ran = failure
      ? { answers: [], failure }
      : await runNodes(session, { count: nodes.length, show: progress.show, signal });
    const oldPath = pairNodes(wanted.ran?.nodes ?? [], nodes);
    return describe(task, session.id, { ...ran, nodes: nodes.length, oldPath });
  } catch (error) {
    if (!late.signal.aborted || terminal.signal.aborted) throw error;
    throw new TimedOutError(
      `The replay has not ended within ${timeoutMs / 1_000} s: allow more with --timeout, or see with errand queue ${session.id} why it waits. A kept session takes a slot, too.`,
      { cause: error },
    );
  } finally {
    clearTimeout(timer);
    await close(session, print);
  }
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
  readonly count: number;
  readonly show: (text: string) => void;
  readonly signal: AbortSignal;
}

async function runNodes(session: Session, { count, show, signal }: Running): Promise<RanNodes> {
  const answers: Ran[] = [];
  for (let index = 0; index < count; index += 1) {
    const node_path = `nodes[${index}]`;
    show(node_path);
    const answer = await session.step({ node_path }, { signal });
    answers.push(answer);
    if (answer.failure) return { answers, failure: answer.failure };
  }
  return { answers };
}

interface Compared {
  /** How many nodes the automation has. */
  readonly nodes: number;
  /** Path of a step's node in the automation that the task ran. */
  readonly oldPath: (path: string) => string | undefined;
}

function describe(
  { task_id, steps: old }: Task,
  session_id: string,
  { answers, failure, nodes, oldPath }: RanNodes & Compared,
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
  const left = Array.from({ length: nodes - answers.length }, (_, index): ReplayedStep => {
    const node_path = `nodes[${answers.length + index}]`;
    return {
      node_path,
      kind: null,
      outcome: 'not_reached',
      ...inTask(node_path),
      reason: null,
    };
  });
  return {
    task_id,
    session_id,
    passed: failure === undefined,
    steps: [...reached, ...left],
    repaired: reached
      .filter((step) => step.before === 'failed' && step.outcome !== 'failed')
      .map((step) => step.node_path),
    failure: failure ? { class: failure.class, message: failure.message } : null,
    missed_requests: answers.flatMap((answer) => answer.missed_requests ?? []),
  };
}

/** The result matters more than the end of the session, which is only noted if it is in doubt. */
async function close(session: Session, print: Notes['print']): Promise<void> {
  const closing = session.close({ signal: AbortSignal.timeout(CLOSING_MS) });
  const [closed] = await Promise.allSettled([closing]);
  if (closed.status === 'fulfilled') return;
  const { reason }: { reason: unknown } = closed;
  const why = reason instanceof Error ? reason.message : String(reason);
  print.note(
    `Session ${session.id} may still be open, and take a slot until it ends for lack of use: ${why} Close it with DELETE /api/v1/sessions/${session.id}.`,
  );
}
