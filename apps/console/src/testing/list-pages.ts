import type { ConsoleStage } from './open-console-stage.ts';

/** Path below `/console`, and the text of the heading. */
type ListedPage = readonly [path: string, title: string];

type Shown = Pick<ConsoleStage, 'tasks' | 'recordingId' | 'scheduleId'>;

/** Every page in each state that the stage contains. */
export function listPages({ tasks, recordingId, scheduleId }: Shown) {
  return {
    home: ['/', 'Home'],
    tasks: ['/tasks', 'Tasks'],
    'tasks-none': ['/tasks?endpoint_name=none', 'Tasks'],
    'task-success': [`/tasks/${tasks.loop}`, 'loop'],
    'task-failed': [`/tasks/${tasks.failed}`, 'broken'],
    'task-person': [`/tasks/${tasks.person}?tab=events`, 'person'],
    'task-queued': [`/tasks/${tasks.queued}?tab=inputs`, 'waits'],
    'task-files': [`/tasks/${tasks.loop}?tab=files`, 'loop'],
    'task-deliveries': [`/tasks/${tasks.loop}?tab=deliveries`, 'loop'],
    'task-attempts': [`/tasks/${tasks.failed}?tab=attempts`, 'broken'],
    'task-live': [`/tasks/${tasks.failed}/live`, 'broken'],
    live: ['/live', 'Live'],
    record: ['/record', 'Record'],
    queue: ['/queue', 'Queue'],
    deliveries: ['/deliveries', 'Deliveries'],
    recordings: ['/recordings', 'Recordings'],
    recording: [`/recordings/${recordingId}`, 'broken'],
    editor: [`/recordings/${recordingId}/edit`, 'Edit broken'],
    import: ['/recordings/import', 'Import'],
    schedules: ['/schedules', 'Schedules'],
    schedule: [`/schedules/${scheduleId}`, 'Nightly'],
    workspaces: ['/workspaces', 'Workspaces'],
    integrations: ['/integrations', 'Integrations'],
    keys: ['/keys', 'Keys'],
    'set-up': ['/set-up', 'Set-up'],
    'no-page': ['/no-such-page', 'There is no such page'],
    'no-task': ['/tasks/0b9f6c1e-6f0e-4d7a-9a52-3f6d8c1b7e10', 'Task 8c1b7e10'],
  } as const satisfies Record<string, ListedPage>;
}
