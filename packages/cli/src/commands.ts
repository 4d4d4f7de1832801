import type { CommandDefinition } from './command/define-command.ts';

type Load = () => Promise<CommandDefinition>;

/**
 * Every command by its name, in the order of the usage text. Only the modules of the requested
 * command are loaded, because loading all takes longer than most commands.
 */
const COMMANDS: Readonly<Record<string, Load>> = {
  login: async () => (await import('./account/login.command.ts')).login,
  logout: async () => (await import('./account/logout.command.ts')).logout,
  whoami: async () => (await import('./account/whoami.command.ts')).whoami,
  'profiles ls': async () => (await import('./account/profiles.command.ts')).listProfiles,
  'profiles use': async () => (await import('./account/profiles.command.ts')).useProfile,
  run: async () => (await import('./tasks/run.command.ts')).run,
  'tasks ls': async () => (await import('./tasks/list-tasks.command.ts')).listTasks,
  'tasks show': async () => (await import('./tasks/task-lookups.command.ts')).showTask,
  'tasks cancel': async () => (await import('./tasks/task-changes.command.ts')).cancelTask,
  'tasks retry': async () => (await import('./tasks/task-changes.command.ts')).retryTask,
  replay: async () => (await import('./recordings/replay.command.ts')).replay,
  logs: async () => (await import('./tasks/logs.command.ts')).logs,
  live: async () => (await import('./tasks/live.command.ts')).live,
  queue: async () => (await import('./tasks/task-lookups.command.ts')).queue,
  files: async () => (await import('./tasks/task-lookups.command.ts')).files,
  'recordings ls': async () =>
    (await import('./recordings/recording-lookups.command.ts')).listCommand,
  'recordings show': async () =>
    (await import('./recordings/recording-lookups.command.ts')).showCommand,
  'recordings pull': async () => (await import('./recordings/pull.command.ts')).pull,
  'recordings push': async () => (await import('./recordings/push.command.ts')).push,
  'recordings diff': async () => (await import('./recordings/diff.command.ts')).diff,
  'recordings rollback': async () => (await import('./recordings/rollback.command.ts')).rollback,
  'recordings rollout': async () => (await import('./recordings/rollout.command.ts')).rollout,
  'recordings proposals': async () =>
    (await import('./recordings/proposals.command.ts')).listProposals,
  'recordings accept': async () =>
    (await import('./recordings/proposals.command.ts')).acceptProposal,
  'recordings decline': async () =>
    (await import('./recordings/proposals.command.ts')).declineProposal,
  record: async () => (await import('./recordings/record.command.ts')).record,
  try: async () => (await import('./sessions/try.command.ts')).tryAutomation,
  'sessions ls': async () => (await import('./sessions/sessions.command.ts')).listSessions,
  'sessions end': async () => (await import('./sessions/sessions.command.ts')).endSession,
  lint: async () => (await import('./recordings/lint.command.ts')).lint,
  import: async () => (await import('./recordings/import.command.ts')).importRecordings,
  export: async () => (await import('./recordings/export.command.ts')).exportRecording,
  'schedules ls': async () => (await import('./schedules/schedules.command.ts')).listSchedules,
  'schedules add': async () => (await import('./schedules/schedules.command.ts')).addSchedule,
  'schedules show': async () => (await import('./schedules/show-schedule.command.ts')).showSchedule,
  'schedules edit': async () => (await import('./schedules/edit-schedule.command.ts')).editSchedule,
  'schedules pause': async () => (await import('./schedules/schedules.command.ts')).pauseSchedule,
  'schedules resume': async () => (await import('./schedules/schedules.command.ts')).resumeSchedule,
  'schedules rm': async () => (await import('./schedules/schedules.command.ts')).removeSchedule,
  doctor: async () => (await import('./doctor/doctor.command.ts')).doctor,
  completion: async () => {
    const { createCompletion } = await import('./completion/completion.command.ts');
    return createCompletion(loadCommands);
  },
};

export const COMMAND_NAMES: readonly string[] = Object.keys(COMMANDS);

/** Returns undefined if there is no command of that name. */
export async function loadCommand(name: string): Promise<CommandDefinition | undefined> {
  return Object.hasOwn(COMMANDS, name) ? COMMANDS[name]?.() : undefined;
}

export function loadCommands(): Promise<readonly CommandDefinition[]> {
  return Promise.all(Object.values(COMMANDS).map((load) => load()));
}
