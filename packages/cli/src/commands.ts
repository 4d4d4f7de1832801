import { login } from './account/login.command.ts';
import { logout } from './account/logout.command.ts';
import { listProfiles, useProfile } from './account/profiles.command.ts';
import { whoami } from './account/whoami.command.ts';
import type { CommandDefinition } from './command/define-command.ts';
import { createCompletion } from './completion/completion.command.ts';
import { doctor } from './doctor/doctor.command.ts';
import { diff } from './recordings/diff.command.ts';
import { exportRecording } from './recordings/export.command.ts';
import { importRecordings } from './recordings/import.command.ts';
import { lint } from './recordings/lint.command.ts';
import { pull } from './recordings/pull.command.ts';
import { acceptProposal, declineProposal, listProposals } from './recordings/proposals.command.ts';
import { push } from './recordings/push.command.ts';
import { record } from './recordings/record.command.ts';
import { listCommand, showCommand } from './recordings/recording-lookups.command.ts';
import { replay } from './recordings/replay.command.ts';
import { rollback } from './recordings/rollback.command.ts';
import { rollout } from './recordings/rollout.command.ts';
import {
  addSchedule,
  listSchedules,
  pauseSchedule,
  removeSchedule,
  resumeSchedule,
} from './schedules/schedules.command.ts';
import { tryAutomation } from './sessions/try.command.ts';
import { listTasks } from './tasks/list-tasks.command.ts';
import { live } from './tasks/live.command.ts';
import { logs } from './tasks/logs.command.ts';
import { run } from './tasks/run.command.ts';
import { cancelTask, retryTask } from './tasks/task-changes.command.ts';
import { files, queue, showTask } from './tasks/task-lookups.command.ts';

/** Every command, in the order of the usage. */
export const COMMANDS: readonly CommandDefinition[] = [
  login,
  logout,
  whoami,
  listProfiles,
  useProfile,
  run,
  listTasks,
  showTask,
  cancelTask,
  retryTask,
  replay,
  logs,
  live,
  queue,
  files,
  listCommand,
  showCommand,
  pull,
  push,
  diff,
  rollback,
  rollout,
  listProposals,
  acceptProposal,
  declineProposal,
  record,
  tryAutomation,
  lint,
  importRecordings,
  exportRecording,
  listSchedules,
  addSchedule,
  pauseSchedule,
  resumeSchedule,
  removeSchedule,
  doctor,
  createCompletion(() => COMMANDS),
];
