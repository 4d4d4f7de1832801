import type { Database } from '../database/connect-database.ts';

/**
 * An email about a task that waits for a person. Omits the page's URL: more people read email
 * than the API.
 */
export async function writeHumanMail(
  { prisma }: Database,
  about: {
    readonly taskId: string;
    readonly humanWaitId: string;
    /** Public base URL of this server. */
    readonly publicUrl: string;
  },
): Promise<{ readonly subject: string; readonly text: string }> {
  const { taskId, humanWaitId: id, publicUrl } = about;
  const wait = await prisma.humanWait.findUniqueOrThrow({
    where: { taskId_id: { taskId, id } },
    include: { task: { select: { endpointName: true } } },
  });
  const { endpointName } = wait.task;
  const lines = [
    wait.endedAt
      ? `This task waited for a person until ${wait.endedAt.toISOString()}. There is nothing left to do.`
      : `This task waits for a person until ${wait.waitUntil.toISOString()}, then its step fails.`,
    '',
    `Task: ${taskId}`,
    `Endpoint: ${endpointName}`,
    `Step: ${wait.nodePath}`,
    `Waits since: ${wait.startedAt.toISOString()}`,
    ...(wait.endedAt
      ? []
      : ['', `Open its browser: ${publicUrl.replace(/\/$/, '')}/live/${taskId}`]),
  ];
  return {
    subject: `[Errand] ${endpointName}: waits for a person`,
    text: `${lines.join('\n')}\n`,
  };
}
