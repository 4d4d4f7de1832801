import cronstrue from 'cronstrue';

/** Describes when a cron expression is due; undefined for one that cannot be put into words. */
export function describeCron(cron: string): string | undefined {
  try {
    return cronstrue.toString(cron, { use24HourTimeFormat: true });
  } catch {
    // The server decides whether the expression is valid and says what is wrong.
    return undefined;
  }
}
