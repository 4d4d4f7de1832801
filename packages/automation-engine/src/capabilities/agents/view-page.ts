import { randomUUID } from 'node:crypto';
import type { Part } from '@errand/language-models';
import { waitForCommit, waitUntilQuiet } from '../../page/pages/wait-until-quiet.ts';
import type { ElementNumbers } from '../../page/model-tree/element-numbers.ts';
import { type ModelTree, readModelTree } from '../../page/model-tree/read-model-tree.ts';
import type { AgentRun } from './agent-run.ts';
import { takeImage } from '../../page/screenshots/take-image.ts';

/** A page that does not become quiet within this time is viewed as it is. */
const QUIET_WITHIN_MS = 3000;
const IMAGE_QUALITY = 85;
const LONGEST_ADDRESS = 500;

export interface ViewedPage {
  readonly tree: ModelTree;
  readonly parts: readonly Part[];
}

type ViewRun = Pick<AgentRun, 'pages' | 'redact' | 'removeEmptyNodes' | 'secrets' | 'signal'>;

interface ViewOptions {
  readonly hasImage?: boolean;
  readonly numbers?: ElementNumbers;
}

/** The current page, once it is quiet, as a model sees it. */
export async function viewPage(
  run: ViewRun,
  { hasImage = false, numbers }: ViewOptions = {},
): Promise<ViewedPage> {
  const { pages, removeEmptyNodes, signal } = run;
  await pages.settle(signal);
  const watched = pages.current();
  await waitForCommit(watched, signal);
  await waitUntilQuiet(watched, QUIET_WITHIN_MS, signal);
  const { page } = watched;
  const tree = await readModelTree(page, {
    removeEmptyNodes,
    redact: run.redact,
    ...(numbers ? { numbers } : {}),
    signal,
  });
  const parts: Part[] = [{ type: 'text', text: markPage(run.redact(page.url()), tree.text) }];
  if (hasImage) {
    const image = { type: 'jpeg', quality: IMAGE_QUALITY } as const;
    const content = await takeImage(page, image, run);
    parts.push({ type: 'image', content, mediaType: 'image/jpeg' });
  }
  return { tree, parts };
}

/** A page cannot forge the marks around its text, because it does not know the id. */
function markPage(url: string, text: string): string {
  const id = randomUUID();
  const address = url.slice(0, LONGEST_ADDRESS);
  return `BEGIN PAGE ${id} (its address: ${address})\n${text}\nEND PAGE ${id}`;
}
