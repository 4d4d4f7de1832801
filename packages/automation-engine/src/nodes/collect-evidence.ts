import { settlesWithin } from '../deadline.ts';
import type { Evidence } from '../run-events.ts';
import type { RunState } from '../run-state.ts';

const evidenceTimeoutMs = 5000;

/** What can still be got of the page. Never throws: the failure that asks for it matters more. */
export async function collectEvidence({ pages, signal }: RunState): Promise<Evidence | undefined> {
  if (pages.count === 0) return undefined;
  const { page, consoleTail } = pages.current();
  const parts = Promise.allSettled([page.screenshot(), page.title()]);
  const collected = await Promise.allSettled([settlesWithin(parts, evidenceTimeoutMs, signal)]);
  const known = { pageUrl: page.url(), consoleTail: consoleTail() };
  const isComplete = collected[0].status === 'fulfilled' && collected[0].value;
  if (!isComplete) return known;
  const [screenshot, title] = await parts;
  return {
    ...known,
    ...(screenshot.status === 'fulfilled' ? { screenshot: screenshot.value } : {}),
    ...(title.status === 'fulfilled' ? { title: title.value } : {}),
  };
}
