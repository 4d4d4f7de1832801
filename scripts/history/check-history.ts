import { checkActLimits } from './checks/act-limits.ts';
import { checkActs } from './checks/acts.ts';
import { checkCallbackBodies } from './checks/callback-bodies.ts';
import { checkCallbackSenders } from './checks/callback-senders.ts';
import { checkCallbackTimes } from './checks/callback-times.ts';
import { checkCallbacks } from './checks/callbacks.ts';
import { checkExecutions, type ZombieReport } from './checks/executions.ts';
import { checkFencing } from './checks/fencing.ts';
import { checkFiles } from './checks/files.ts';
import { checkLeaseSharing } from './checks/lease-sharing.ts';
import { checkLeftOver } from './checks/left-over.ts';
import { checkLists } from './checks/lists.ts';
import { checkLoginQueues } from './checks/login-queues.ts';
import { checkOutputs } from './checks/outputs.ts';
import { checkPhantoms } from './checks/phantom-tasks.ts';
import { checkPortals } from './checks/portals.ts';
import { checkReadOrder } from './checks/read-order.ts';
import { checkResumes } from './checks/resumes.ts';
import { checkRetries } from './checks/retries.ts';
import { checkStarvation } from './checks/starvation.ts';
import { checkSteps } from './checks/steps.ts';
import { checkStreams } from './checks/streams.ts';
import { checkSubmissions } from './checks/submissions.ts';
import { checkSuccesses } from './checks/success-unexecuted.ts';
import { checkTasks, checkTransitions } from './checks/tasks.ts';
import { checkVisibility } from './checks/visibility.ts';
import { createHistory, type History, type HistoryLine } from './history.ts';
import type { Violation } from './violation.ts';

export interface HistoryReport {
  readonly violations: readonly Violation[];
  readonly zombies: ZombieReport;
  /** Number of tasks by final state. */
  readonly tasks: Readonly<Record<string, number>>;
  readonly faults: Readonly<Record<string, number>>;
  /** Number of attempts by how they ended, from the database. */
  readonly attempts: number;
  /** Reports of workers that had lost their lease, and how many of them were refused. */
  readonly late: { readonly sent: number; readonly refused: number };
  readonly submits: {
    readonly accepted: number;
    readonly refused: number;
    readonly unclear: number;
  };
  readonly callbacks: { readonly received: number; readonly taken: number };
  /** Number of client requests other than submissions, by kind. */
  readonly requests: Readonly<Record<string, number>>;
  /** Whole streams of events, files that were downloaded, and acts that the site saw. */
  readonly seen: { readonly streams: number; readonly files: number; readonly acts: number };
  readonly seconds: number;
  readonly lines: number;
}

/** Each rule is a pure function from a history to the violations in it. */
const RULES: readonly ((history: History) => readonly Violation[])[] = [
  checkTasks,
  checkTransitions,
  checkSubmissions,
  checkPhantoms,
  checkLoginQueues,
  checkPortals,
  checkStarvation,
  checkRetries,
  checkFencing,
  checkLeaseSharing,
  checkSuccesses,
  checkOutputs,
  checkSteps,
  checkFiles,
  checkActs,
  checkActLimits,
  checkVisibility,
  checkReadOrder,
  checkLists,
  checkStreams,
  checkResumes,
  checkCallbacks,
  checkCallbackSenders,
  checkCallbackTimes,
  checkCallbackBodies,
  checkLeftOver,
];

/** Checks a history against the guarantees of the service. */
export function checkHistory(lines: readonly HistoryLine[]): HistoryReport {
  const history = createHistory(lines);
  const executions = checkExecutions(history);
  const late = history.of('report').filter(({ isLate }) => isLate);
  const answers = history.of('submit').map(({ answer }) => answer);
  const callbacks = history.of('callback');
  return {
    violations: [...executions.violations, ...RULES.flatMap((check) => check(history))],
    zombies: executions.zombies,
    tasks: countBy(history.of('task').map(({ status }) => status)),
    faults: countBy(history.of('fault').map(({ kind }) => kind)),
    attempts: history.of('transition').filter(({ status }) => status === 'allocated').length,
    late: { sent: late.length, refused: late.filter(({ answer }) => answer === 'lost').length },
    submits: {
      accepted: answers.filter((answer) => answer === 202).length,
      refused: answers.filter((answer) => answer !== null && answer !== 202).length,
      unclear: answers.filter((answer) => answer === null).length,
    },
    callbacks: {
      received: callbacks.length,
      taken: callbacks.filter(({ answered }) => answered === 200).length,
    },
    requests: countBy(history.of('request').map(({ operation }) => operation)),
    seen: {
      streams: history.of('stream').length,
      files: history.of('file').length,
      acts: history.of('act').length,
    },
    seconds: secondsOf(history),
    lines: lines.length,
  };
}

function countBy(names: readonly string[]): Record<string, number> {
  const groups = Map.groupBy(names.toSorted(), (name) => name);
  return Object.fromEntries([...groups].map(([name, all]) => [name, all.length]));
}

function secondsOf(history: History): number {
  const [[run], [end]] = [history.of('run'), history.of('end')];
  return Math.round(((end?.at ?? NaN) - (run?.at ?? NaN)) / 100) / 10;
}
