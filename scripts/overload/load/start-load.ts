import { pickEnvironment } from '@errand/app-runtime';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { LoadOrder, LoadReport } from './load.ts';

const PROGRAM = fileURLToPath(new URL('main.ts', import.meta.url));

export interface Load<Kind extends LoadOrder['kind']> extends AsyncDisposable {
  /** For streams: resolves when all streams that could be opened are open. */
  readonly open: Promise<void>;
  /** Asks the process to end the streams. */
  readonly end: () => void;
  /** Rejects if the process ends without a report. */
  readonly report: Promise<Extract<LoadReport, { kind: Kind }>>;
}

/** Starts a load process. Disposing ends it. */
export function startLoad<Kind extends LoadOrder['kind']>(
  order: Extract<LoadOrder, { kind: Kind }>,
): Load<Kind> {
  const child = fork(PROGRAM, [JSON.stringify(order)], { env: pickEnvironment(process.env) });
  const open = Promise.withResolvers<void>();
  const report = Promise.withResolvers<Extract<LoadReport, { kind: Kind }>>();
  report.promise.catch(() => undefined);
  open.promise.catch(() => undefined);
  child.on('message', (message) => {
    if (message === 'open') open.resolve();
    else report.resolve(message as Extract<LoadReport, { kind: Kind }>);
  });
  const exited = once(child, 'exit');
  // Emitted after the last message; the exit event can come earlier.
  child.once('disconnect', () => {
    const error = new Error(`The load process (${order.kind}) ended without a report.`);
    open.reject(error);
    report.reject(error);
  });
  return {
    open: open.promise,
    end: () => child.send('end'),
    report: report.promise,
    async [Symbol.asyncDispose]() {
      child.kill();
      await exited;
    },
  };
}
