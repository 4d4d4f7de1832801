import { listTaskFiles } from '../artifacts/list-task-files.ts';
import type { Database } from '../database/connect-database.ts';

/**
 * An email about a task in its current state. Omits input values, results and file URLs: email
 * is read by more people than the API.
 */
export async function writeTaskMail(
  database: Database,
  taskId: string,
): Promise<{ readonly subject: string; readonly text: string }> {
  const task = await database.prisma.task.findUniqueOrThrow({ where: { id: taskId } });
  const files = await listTaskFiles(database, task);
  const names = files
    .filter(({ kind }) => kind === 'download' || kind === 'screenshot')
    .map(({ filename }) => filename);
  const lines = [
    `Task: ${task.id}`,
    `Endpoint: ${task.endpointName}`,
    `Status: ${task.status}`,
    ...(task.error === null ? [] : [`Error: ${task.error}`]),
    `Submitted: ${task.createdAt.toISOString()}`,
    ...(task.completedAt ? [`Ended: ${task.completedAt.toISOString()}`] : []),
    ...(names.length === 0 ? [] : [`Files: ${names.join(', ')}`]),
  ];
  return {
    subject: `[Errand] ${task.endpointName}: ${task.status}`,
    text: `${lines.join('\n')}\n`,
  };
}
