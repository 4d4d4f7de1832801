import type { HistoryLine, LineOf } from '../history/history.ts';
import { askService, type Answer } from './ask-service.ts';

/** A task whose submission was accepted. */
export interface KnownTask {
  readonly taskId: string;
  readonly ref: string;
  readonly account: number;
  readonly wantsStream: boolean;
}

/** Everything that a client of the installation needs. */
export interface ClientContext {
  readonly apiUrl: string;
  /** Indexed by account number. */
  readonly apiKeys: readonly string[];
  readonly receiverUrl: string;
  readonly write: (line: HistoryLine) => void;
  /** Grows while tasks are submitted. */
  readonly known: KnownTask[];
}

type Request = LineOf<'request'>;
type Asking = Pick<Request, 'operation' | 'account' | 'owner' | 'taskId' | 'isFinal'>;

const paths: Readonly<Record<Request['operation'], (taskId: string) => string>> = {
  read: (taskId) => `tasks/${taskId}`,
  status: (taskId) => `task_status?task_id=${taskId}`,
  downloads: (taskId) => `get_downloads?task_id=${taskId}`,
  resume: (taskId) => `tasks/${taskId}/resume`,
  list: (cursor) => `tasks?limit=25${cursor}`,
};

/** Requests a task, or with `cursor` a page of all tasks, and records the response. */
export async function ask(
  { apiUrl, apiKeys, write }: ClientContext,
  asking: Asking,
  cursor?: string,
): Promise<Answer | undefined> {
  const sentAt = Date.now();
  const { operation, account, taskId } = asking;
  const page = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`;
  const answer = await askService({
    method: operation === 'resume' ? 'POST' : 'GET',
    url: `${apiUrl}/api/v1/${paths[operation](taskId ?? page)}`,
    apiKey: apiKeys[account] ?? '',
  });
  const answered = { answer: answer?.status ?? null, answerBody: answer?.body ?? null };
  write({ type: 'request', at: Date.now(), sentAt, ...asking, ...answered });
  return answer;
}
