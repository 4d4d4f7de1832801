import type { Database } from '../database/connect-database.ts';
import type { Prisma } from '../database/generated/client.ts';
import { readFailureStatus } from '../task-rows/failure-status.ts';
import { getTask } from '../task-rows/get-task.ts';
import type { TaskStep } from '../task-rows/task-step.ts';
import type { TaskDetail, TaskSummary } from './task.ts';

export const summaryColumns = {
  id: true,
  recordingId: true,
  endpointName: true,
  status: true,
  createdAt: true,
  allocatedAt: true,
  startedAt: true,
  completedAt: true,
  error: true,
} satisfies Prisma.TaskSelect;

type SummaryRow = Prisma.TaskGetPayload<{ select: typeof summaryColumns }>;

export function summaryOf({ id, ...row }: SummaryRow): TaskSummary {
  return { taskId: id, ...row };
}

/** Throws TaskNotFoundError. */
export async function readTaskDetail(
  database: Database,
  accountId: string,
  taskId: string,
): Promise<TaskDetail> {
  const { prisma } = database;
  const task = await getTask(taskId, (id) =>
    prisma.task.findUnique({ where: { accountId, id }, select: detailColumns }),
  );
  const { recordingVersion, infrastructureRetries, automationRetries, ...row } = task;
  const steps = await prisma.step.findMany({
    where: { taskId },
    orderBy: [{ leaseEpoch: 'asc' }, { sequence: 'asc' }],
    omit: { taskId: true },
  });
  return {
    ...summaryOf(row),
    inputParameters: row.inputParameters as TaskDetail['inputParameters'],
    inputFiles: row.inputFiles,
    uniqueParameterNames: row.uniqueParameterNames,
    loginQueue: row.loginQueue?.key ?? null,
    priority: row.priority,
    maxTimeoutInMinutes: row.maxTimeoutInMinutes,
    useProxy: row.useProxy,
    isDedicated: row.isDedicated,
    maxRetries: row.maxRetries,
    retryOf: row.retryOf,
    waitingForHuman: row.humanWaits[0] ?? null,
    isCancelRequested: row.cancelRequestedAt !== null,
    errorClass: row.errorClass,
    errorNodePath: row.errorNodePath,
    errorPageUrl: row.errorPageUrl,
    httpStatus: await readFailureStatus(database, taskId),
    retryCount: infrastructureRetries + automationRetries,
    recordingVersion: recordingVersion.version,
    attempts: row.attempts.map(({ leaseEpoch, ...attempt }) => ({
      attempt: leaseEpoch,
      ...attempt,
    })),
    steps: steps.map(({ leaseEpoch, outcome, ...step }) => ({
      attempt: leaseEpoch,
      outcome: outcome as TaskStep['outcome'],
      ...step,
    })),
    modelUsage: row.modelUsage,
    output: row.output,
  };
}

const detailColumns = {
  ...summaryColumns,
  inputParameters: true,
  inputFiles: {
    orderBy: { position: 'asc' },
    select: { name: true, size: true, sha256: true },
  },
  uniqueParameterNames: true,
  loginQueue: { select: { key: true } },
  priority: true,
  maxTimeoutInMinutes: true,
  useProxy: true,
  isDedicated: true,
  infrastructureRetries: true,
  automationRetries: true,
  maxRetries: true,
  retryOf: true,
  cancelRequestedAt: true,
  errorClass: true,
  errorNodePath: true,
  errorPageUrl: true,
  modelUsage: true,
  recordingVersion: { select: { version: true } },
  humanWaits: {
    where: { endedAt: null },
    select: { startedAt: true, waitUntil: true, nodePath: true, pageUrl: true },
  },
  attempts: {
    orderBy: { leaseEpoch: 'asc' },
    omit: { taskId: true, statusAfter: true },
  },
  output: { omit: { taskId: true } },
} satisfies Prisma.TaskSelect;
