import { defineCommand, type Call } from '../command/define-command.ts';
import { openPage } from '../terminal/open-page.ts';

export const live = defineCommand({
  name: 'live',
  words: ['ID'],
  summary: 'Opens the page that shows the browser of a task, or prints its URL without a desktop.',
  async run(call) {
    const [id = ''] = call.words;
    // Otherwise a page would open for a task that does not exist.
    const { task_id: taskId, status } = await call
      .errand()
      .task(id, { signal: call.terminal.signal });
    const url = livePage(call, taskId);
    const isOpened = await openPage(call.terminal, url);
    call.print.result({ task_id: taskId, status, url, is_opened: isOpened }, () => url);
    if (status !== 'running') call.print.note(`There is no picture now: the status is ${status}.`);
  },
});

/** Opens the live page of a task, or prints its URL to standard error. */
export async function openLivePage(call: Call, taskId: string): Promise<void> {
  const url = livePage(call, taskId);
  if (!(await openPage(call.terminal, url))) call.print.note(`Watch it: ${url}`);
}

const livePage = ({ connection }: Call, taskId: string): string =>
  `${connection().url}/live/${taskId}`;
