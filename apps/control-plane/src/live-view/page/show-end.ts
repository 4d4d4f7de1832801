import type { ErrandSchemas } from '@errand/api-types';
import { describeSteps } from './describe-steps.ts';
import type { PageElements } from './page-elements.ts';
import type { Answer, TaskApi } from './task-api.ts';
import { show } from './tell.ts';

type Task = ErrandSchemas['TaskDetail'];
type Step = ErrandSchemas['TaskStep'];
type Files = ErrandSchemas['DownloadsAnswer']['downloads'];

const MAX_TRIES = 5;
const AGAIN_MS = 1_000;

/** Shows what remains of an ended task: its last screenshot, steps and files, and links to more. */
export async function showEnd(api: TaskApi, page: PageElements, task: Task): Promise<void> {
  page.screen.hidden = true;
  page.ended.hidden = false;
  const { lines, cut } = describeSteps(task);
  page.steps.replaceChildren(...lines.map(listItem));
  show(page.cutSteps, cut);
  const [files, trace] = await Promise.all([
    insist(api.listFiles),
    task.trace_url === null ? undefined : api.askForTrace(),
  ]);
  const found = files.kind === 'ok' ? files.body.downloads : [];
  showFiles(page, files, found);
  showPicture(page, task.steps, found);
  const links = [
    link(`../console/tasks/${encodeURIComponent(task.task_id)}`, 'Open in the console'),
  ];
  if (trace?.kind === 'ok') links.push(link(trace.body.trace_url, 'Open the trace'));
  page.links.replaceChildren(...links);
}

/** Retries while the server is busy or unreachable. */
async function insist<Body>(ask: () => Promise<Answer<Body>>): Promise<Answer<Body>> {
  for (let tries = 1; ; tries += 1) {
    const answer = await ask();
    if (answer.kind !== 'unreachable' || tries === MAX_TRIES) return answer;
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}

function showFiles({ files: list, noFiles }: PageElements, answer: Answer<unknown>, found: Files) {
  const entries = found.map(({ url, filename }) => {
    const entry = listItem('');
    entry.append(link(url, filename));
    return entry;
  });
  list.replaceChildren(...entries);
  // Files past the account's retention period were deleted, and the server says so.
  show(noFiles, 'detail' in answer ? answer.detail : found.length === 0 ? 'None.' : '');
}

/** The screen at the end, or else at the last step with a screenshot. */
function showPicture({ picture }: PageElements, steps: readonly Step[], files: Files): void {
  const last = steps.findLast(({ screenshot_url: url }) => typeof url === 'string');
  const final = files.find(({ filename }) => filename.startsWith('final_screenshot'));
  const source = final?.url ?? last?.screenshot_url;
  picture.hidden = typeof source !== 'string';
  if (typeof source === 'string') picture.src = source;
}

function listItem(words: string): HTMLLIElement {
  const item = document.createElement('li');
  item.textContent = words;
  return item;
}

function link(target: string, words: string): HTMLAnchorElement {
  const anchor = document.createElement('a');
  anchor.href = target;
  anchor.textContent = words;
  return anchor;
}
