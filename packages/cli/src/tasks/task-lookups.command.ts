import { dataOf } from '@errand/client';
import { defineCommand } from '../command/define-command.ts';
import { plainLine } from '../terminal/plain-text.ts';
import { describeTask, formatRows } from './describe-task.ts';
import { saveFailurePicture } from './save-picture.ts';
import { formatDuration } from './times.ts';

export const showTask = defineCommand({
  name: 'tasks show',
  words: ['ID'],
  summary: 'Shows a task with its results.',
  async run({ errand, print, terminal, words: [taskId = ''] }) {
    const task = await errand().task(taskId, { signal: terminal.signal });
    const hasPicture = task.status === 'failed' && !print.isJson;
    const picture = hasPicture ? await saveFailurePicture(task, terminal) : undefined;
    print.result(task, () => describeTask(print, task, picture));
  },
});

export const queue = defineCommand({
  name: 'queue',
  words: ['ID'],
  summary: 'Says why a task waits, and for how long.',
  async run({ errand, print, terminal, words: [taskId = ''] }) {
    const params = { path: { task_id: taskId } };
    const { signal } = terminal;
    const { queue: state } = await dataOf(
      errand().api.GET('/api/v1/tasks/{task_id}/queue', { params, signal }),
    );
    const { position, position_is_lower_bound: isMore, estimated_seconds: seconds } = state;
    print.result(state, () =>
      formatRows([
        ['Status', state.status],
        ['Why', plainLine(state.message)],
        ['Place', position === null ? '' : `${position}${isMore ? ' or later' : ''}`],
        ['Estimate', seconds === null ? '' : formatDuration(seconds * 1_000)],
        ['Held by', state.held_by.join('\n')],
      ]),
    );
  },
});

export const files = defineCommand({
  name: 'files',
  words: ['ID'],
  summary: 'Lists the files of a task, or saves them.',
  options: {
    dir: {
      value: 'DIRECTORY',
      summary:
        'save the files there; a different file of the same name is kept, and the new one gets a number',
    },
  },
  async run({ errand, print, terminal, value, words: [taskId = ''] }) {
    const { signal } = terminal;
    const directory = value('dir');
    if (directory !== undefined) {
      const saved = await errand().downloads.save(taskId, directory, {
        signal,
        keepsOthers: true,
      });
      const rows = saved.map(({ path, download }) => ({ path, size: download.size }));
      print.result({ files: rows }, () => rows.map(({ path }) => plainLine(path)).join('\n'));
      return;
    }
    const listed = await errand().downloads.list(taskId, { signal });
    print.result({ files: listed }, () =>
      print.table(
        [
          { title: 'FILE', text: (file) => file.filename, isFlexible: true },
          { title: 'BYTES', text: (file) => String(file.size) },
          { title: 'TYPE', text: (file) => file.content_type },
        ],
        listed,
      ),
    );
  },
});
