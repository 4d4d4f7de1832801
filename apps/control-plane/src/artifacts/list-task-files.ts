import type { Database } from '../database/connect-database.ts';
import type { ArtifactKind, TaskFile } from './task-file.ts';

/** Confirmed files of the task's last attempt, in the order they were announced. */
export async function listTaskFiles(
  { prisma }: Database,
  task: { readonly id: string; readonly leaseEpoch: number },
): Promise<readonly TaskFile[]> {
  const rows = await prisma.artifact.findMany({
    where: { taskId: task.id, leaseEpoch: task.leaseEpoch, confirmedAt: { not: null } },
    orderBy: { sequence: 'asc' },
    omit: { taskId: true, leaseEpoch: true, confirmedAt: true, sequence: true },
  });
  return rows.map(({ id, kind, size, metadata, ...row }) => ({
    ...row,
    artifactId: id,
    kind: kind as ArtifactKind,
    size: Number(size),
    metadata: metadata as TaskFile['metadata'],
  }));
}
