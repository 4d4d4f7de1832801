import { type ErrandSchemas, type Session, SessionEndedError } from '@errand/client';
import type { Call } from '../command/define-command.ts';
import { LocalError, TimedOutError } from '../errors/command-errors.ts';
import type { Printer } from '../terminal/printer.ts';
import { openProgress } from '../terminal/progress.ts';
import { openWaitNote } from '../tasks/open-wait-note.ts';
import { judgeReplay, type ReplayResult } from './judge-replay.ts';
import { pairNodes } from './pair-nodes.ts';
import { nodesOf, replayNodes } from './replay-nodes.ts';

type Opening = ErrandSchemas['OpenSessionRequest'];
type Failure = ErrandSchemas['SessionFailure'];
type Task = ErrandSchemas['TaskDetail'];
type Automation = ErrandSchemas['Automation'];

const CLOSING_MS = 10_000;

interface Notes {
  readonly print: Pick<Printer, 'isJson' | 'note'>;
}

/**
 * Runs an automation against the recorded responses of a task, node by node up to the first
 * failure. A step that only lacks its download does not count as a failure. Throws TimedOutError,
 * and LocalError if the session ended early.
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
    const nodes = nodesOf(opening.automation);
    const ran = failure
      ? { nodes: [], failure, isCut: false }
      : await replayNodes(session, { nodes, show: progress.show, signal });
    const oldPath = pairPaths(wanted.ran, opening.automation);
    return judgeReplay(task, session.id, { ran, paths: nodes.map(({ path }) => path), oldPath });
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

function pairPaths(
  ran: Automation | undefined,
  now: Automation,
): (path: string) => string | undefined {
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
