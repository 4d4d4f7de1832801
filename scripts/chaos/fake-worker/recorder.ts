import { appendFileSync } from 'node:fs';
import type { Lease } from '../../../packages/task-runner/src/control-plane-client.ts';
import type { LineOf } from '../../history/history.ts';

type ByWorker = 'at' | 'pid' | 'workerId' | 'taskId' | 'epoch';
type Execution = Omit<LineOf<'execution'>, ByWorker>;
type Report = Omit<LineOf<'report'>, ByWorker>;
type Made = Omit<LineOf<'made'>, ByWorker>;

export interface Recorder {
  readonly record: (lease: Lease, line: Execution | Report | Made) => void;
}

/** Appends each line synchronously, so that no written line is lost when the process is killed. */
export function createRecorder(file: string, workerId: string): Recorder {
  return {
    record(lease, line) {
      const { task_id: taskId, lease_epoch: epoch } = lease;
      const by = { at: Date.now(), pid: process.pid, workerId, taskId, epoch };
      appendFileSync(file, `${JSON.stringify({ ...line, ...by })}\n`);
    },
  };
}
