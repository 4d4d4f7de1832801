import { dataOf, type ErrandSchemas } from '@errand/client';
import type { Call } from '../command/define-command.ts';
import type { Printer } from '../terminal/printer.ts';
import type { Progress } from '../terminal/progress.ts';

/** A free worker takes a session sooner. */
const LONGEST_START_MS = 1_500;

/** What the note is about, and where it goes. */
interface Wait extends Pick<Call, 'errand'> {
  readonly print: Pick<Printer, 'isJson' | 'note'>;
  readonly progress: Pick<Progress, 'clear'>;
  readonly signal: AbortSignal;
}

export interface WaitNote extends Disposable {
  /** Starts timing the wait of this session. Later calls do nothing. */
  readonly begin: (sessionId: string) => void;
}

/**
 * Says once why a session has waited for a worker for 1.5 s. Not with `--json`, where standard error
 * contains only errors. Dispose it when the wait is over.
 */
export function openWaitNote(wait: Wait): WaitNote {
  let timer: NodeJS.Timeout | undefined;
  let isOver = wait.print.isJson;
  const explain = async (sessionId: string): Promise<void> => {
    // An error ends the wait itself, which reports it.
    const [asked] = await Promise.allSettled([readQueue(wait, sessionId)]);
    const text = asked.status === 'fulfilled' ? describe(asked.value) : undefined;
    if (isOver || text === undefined) return;
    wait.progress.clear();
    wait.print.note(text);
  };
  return {
    begin(sessionId) {
      if (!isOver) timer ??= setTimeout(() => void explain(sessionId), LONGEST_START_MS);
    },
    [Symbol.dispose]() {
      isOver = true;
      clearTimeout(timer);
    },
  };
}

async function readQueue(
  { errand, signal }: Wait,
  sessionId: string,
): Promise<ErrandSchemas['TaskQueue']> {
  const params = { path: { task_id: sessionId } };
  const asking = errand().api.GET('/api/v1/tasks/{task_id}/queue', { params, signal });
  return (await dataOf(asking)).queue;
}

/** Returns undefined for a session that a worker has taken. */
function describe(queue: ErrandSchemas['TaskQueue']): string | undefined {
  const { task_id: id, reason, message, held_by: holders } = queue;
  if (reason === null) return undefined;
  const held = holders.length === 0 ? '' : ` Held by ${holders.join(', ')}.`;
  return `Session ${id} waits: ${message}${held} Open sessions take slots and logins, too: errand sessions ls`;
}
