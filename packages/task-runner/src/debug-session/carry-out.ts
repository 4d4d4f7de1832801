import type { EngineSession, RecordedStep } from '@errand/automation-engine';
import { parseAutomation } from '@errand/automation-engine/automation';
import { CodedError, openDeadline } from '@errand/foundation';
import type { SessionCommand } from '../task-reporter.ts';
import { commandBodies } from './command-bodies.ts';
import {
  type Answer,
  toLocateAnswer,
  toMissedPick,
  toPickAnswer,
  toRecordingAnswer,
  toSnapshotAnswer,
  toStepsAnswer,
  toVariables,
} from './to-answer.ts';

/** A session, and the means to end its running command. */
interface Desk {
  readonly session: EngineSession;
  /** Fires when the pick is cancelled. */
  readonly pickCancelled: AbortSignal;
  /** Resolves when the answer to the command has been sent, or cannot be sent. */
  readonly answered: Promise<void>;
  /** Called for each step that is recorded. */
  readonly onRecorded: (step: RecordedStep) => void;
}

type CarryOut = (desk: Desk, body: unknown) => Promise<Answer>;

/** What to do for each kind of command that waits for its turn. */
const commands: Readonly<Record<string, CarryOut>> = {
  async step({ session }, body) {
    const wanted = commandBodies.step.parse(body);
    const node = 'node' in wanted ? { node: wanted.node } : {};
    return toStepsAnswer(
      await session.runNode({ ...node, path: wanted.node_path }),
      session.state(),
    );
  },
  async run_until({ session }, body) {
    const { node_path: from, until } = commandBodies.run_until.parse(body);
    return toStepsAnswer(await session.runUntil({ from, until }), session.state());
  },
  async restart({ session }, body) {
    const { until } = commandBodies.restart.parse(body);
    return toStepsAnswer(await session.restart({ until }), session.state());
  },
  async locate({ session, answered }, body) {
    const { command, highlight } = commandBodies.locate.parse(body);
    const options = { isHighlighted: highlight, drawnAfter: answered };
    return toLocateAnswer(await session.locate(command, options));
  },
  pick: ({ session, pickCancelled }, body) => {
    const { timeout_seconds: seconds } = commandBodies.pick.parse(body);
    return pick(session, { seconds, cancelled: pickCancelled });
  },
  async snapshot({ session }) {
    return toSnapshotAnswer(await session.snapshot());
  },
  async set_variables({ session }, body) {
    await session.setVariables(commandBodies.set_variables.parse(body).variables);
    return { variables: toVariables(session.state().variables) };
  },
  async set_automation({ session }, body) {
    session.setAutomation(parseAutomation(commandBodies.set_automation.parse(body).automation));
    return { position: session.state().position ?? null };
  },
  async recording({ session, onRecorded }, body) {
    const wanted = commandBodies.recording.parse(body);
    if (wanted.action === 'start') await session.startRecording(onRecorded);
    if (wanted.action === 'point') await session.pointAt(wanted.mode);
    if (wanted.action !== 'stop') return toRecordingAnswer(await session.recording());
    return toRecordingAnswer(await session.stopRecording({ isReplayed: wanted.replay }));
  },
};

/** Carries out a command. Throws the errors of the engine's session. */
export async function carryOut(desk: Desk, { kind, body }: SessionCommand): Promise<Answer> {
  const command = Object.hasOwn(commands, kind) ? commands[kind] : undefined;
  if (!command) throw new Error(`The worker of this session is too old for the command ${kind}.`);
  return command(desk, body);
}

const longKinds: ReadonlySet<string> = new Set(['step', 'run_until', 'restart', 'pick']);

/** Whether the session is reported as busy while the command runs: it can take a long time. */
export function isLong({ kind, body }: SessionCommand): boolean {
  return longKinds.has(kind) || (kind === 'recording' && body['action'] === 'stop');
}

async function pick(
  session: EngineSession,
  { seconds, cancelled }: { readonly seconds: number; readonly cancelled: AbortSignal },
): Promise<Answer> {
  using timeUp = openDeadline(cancelled, seconds * 1000);
  try {
    return toPickAnswer(await session.pick({ signal: timeUp.signal }));
  } catch (error) {
    if (cancelled.aborted || isCancelled(error)) return toMissedPick('cancelled');
    if (timeUp.isOver) return toMissedPick('timed_out');
    throw error;
  }
}

/** Returns whether the person pressed Escape. */
function isCancelled(error: unknown): boolean {
  return error instanceof CodedError && error.code === 'pick_cancelled';
}
