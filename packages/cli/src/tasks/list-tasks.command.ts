import type { ErrandSchemas } from '@errand/client';
import { defineCommand, type Call } from '../command/define-command.ts';
import { readNumber } from '../command/read-arguments.ts';
import type { Column } from '../terminal/format-table.ts';
import { paintStatus } from './describe-task.ts';
import { filterOptions, readTaskFilter } from './task-filter.ts';
import { durationBetween } from './times.ts';

type Task = ErrandSchemas['ListedTask'];
type Status = ErrandSchemas['TaskStatus'];

const DEFAULT_LIMIT = 20;
const LARGEST_PAGE = 100;
const MOST = 100_000;

export const listTasks = defineCommand({
  name: 'tasks ls',
  summary: 'Lists tasks, newest first.',
  options: {
    status: { value: 'STATUS,...', summary: 'only tasks in one of these states' },
    'error-class': { value: 'CLASS', summary: 'only tasks that failed with this error class' },
    'waiting-for-human': { summary: 'only tasks that are waiting for a person' },
    ...filterOptions('only'),
    limit: { value: 'N', summary: `how many, ${DEFAULT_LIMIT} unless given` },
  },
  async run(call) {
    const { errand, print, terminal } = call;
    const limit = readNumber(call, 'limit', { min: 1, max: MOST }) ?? DEFAULT_LIMIT;
    const query = { ...readFilters(call), limit: Math.min(limit, LARGEST_PAGE) };
    const tasks: Task[] = [];
    for await (const task of errand().list('/api/v1/tasks', { query, signal: terminal.signal })) {
      tasks.push(task);
      if (tasks.length === limit) break;
    }
    print.result({ tasks }, () => print.table(columnsOf(call), tasks));
  },
});

function readFilters(call: Call) {
  const status = call.value('status');
  const errorClass = call.value('error-class');
  return {
    // The server refuses unknown values and names the known ones.
    ...(status !== undefined && { status: status.split(',') as Status[] }),
    ...(errorClass !== undefined && { error_class: errorClass }),
    ...(call.has('waiting-for-human') && { waiting_for_human: true }),
    ...readTaskFilter(call),
  };
}

const columnsOf = ({ print }: Call): Column<Task>[] => [
  { title: 'TASK', text: (task) => task.task_id },
  {
    title: 'STATUS',
    text: (task) => task.status,
    isNeeded: true,
    paint: (cell, task) => paintStatus(print, task.status, cell),
  },
  { title: 'RECORDING', text: (task) => task.endpoint_name, isFlexible: true },
  { title: 'AGE', text: (task) => durationBetween(task.created_at, null) },
  { title: 'RAN', text: (task) => durationBetween(task.started_at, task.completed_at) },
  { title: 'ERROR', text: (task) => task.error ?? '', isFlexible: true },
];
