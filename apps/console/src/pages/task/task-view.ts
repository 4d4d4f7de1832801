const TABS = ['output', 'inputs', 'files', 'deliveries', 'events', 'attempts'] as const;

export type TaskTab = (typeof TABS)[number];

/** Query parameters of a task's URL. */
export interface TaskView {
  /** `ATTEMPT.SEQUENCE` of the selected step. Default: the one that failed, or else the last. */
  readonly step?: string;
  readonly tab?: TaskTab;
}

export function readTaskView(search: Readonly<Record<string, unknown>>): TaskView {
  // The router parses `1.2` as a number.
  const given = search['step'];
  const step = typeof given === 'number' ? String(given) : given;
  const tab = TABS.find((each) => each === search['tab']);
  return {
    ...(typeof step === 'string' && /^\d+\.\d+$/.test(step) ? { step } : {}),
    ...(tab ? { tab } : {}),
  };
}
