import type { ErrandSchemas } from '@errand/client';
import { openDeadline } from '@errand/foundation';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { answer, type CallContext } from './define-tool.ts';
import { summarizeTask } from './summarize-task.ts';

type TaskDetail = ErrandSchemas['TaskDetail'];

/** Larger screenshots would fill an agent's context. */
const MAX_BYTES = 1_000_000;
const TIMEOUT_MS = 10_000;

/** Shows an agent the task, with a screenshot of the page on which it failed if there is one. */
export async function showTask(
  task: TaskDetail,
  { baseUrl, signal }: Pick<CallContext, 'baseUrl' | 'signal'>,
): Promise<CallToolResult> {
  const url = findPicture(task);
  return answer(
    summarizeTask(task, baseUrl),
    ...(url === null ? [] : [await readPicture(url, signal)]),
  );
}

/** Returns the screenshot of the last failed step, if that step made the task fail. */
function findPicture({ status, steps }: TaskDetail): string | null {
  if (status !== 'failed') return null;
  return steps.findLast(({ outcome }) => outcome === 'failed')?.screenshot_url ?? null;
}

/** A screenshot that cannot be fetched does not make the call fail. */
async function readPicture(
  url: string,
  signal: AbortSignal,
): Promise<CallToolResult['content'][number]> {
  try {
    using deadline = openDeadline(signal, TIMEOUT_MS);
    const response = await fetch(url, { signal: deadline.signal });
    if (!response.ok) return missing(`status ${response.status}`);
    const bytes = Buffer.from(await response.arrayBuffer());
    if (bytes.length > MAX_BYTES) return missing(`it has ${bytes.length} bytes`);
    const mimeType = response.headers.get('content-type') ?? 'image/png';
    return { type: 'image', data: bytes.toString('base64'), mimeType };
  } catch (error) {
    signal.throwIfAborted();
    return missing(String(error));
  }
}

const missing = (reason: string) => ({
  type: 'text' as const,
  text: `The picture of the failed step is left out: ${reason}.`,
});
