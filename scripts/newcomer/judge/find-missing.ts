/** Features that the newcomer must have used, and the required number of steps. */
const MIN_STEPS = 8;

/** Returns sentences about what an automation lacks compared with the newcomer's instructions. */
export function findMissingParts(automation: unknown): string[] {
  const text = JSON.stringify(automation);
  const steps = countMembers(automation, /_action$/);
  return [
    ...(steps < MIN_STEPS ? [`It has ${steps} steps; at least ${MIN_STEPS} are asked for.`] : []),
    ...(countMembers(automation, /^nodes$/) < 2 ? ['It has no loop.'] : []),
    ...(/frame_locator|content_frame/.test(text) ? [] : ['No locator leads into a frame.']),
    ...(text.includes('"expect_download":true') ? [] : ['No step expects a download.']),
  ];
}

function countMembers(value: unknown, name: RegExp): number {
  if (typeof value !== 'object' || value === null) return 0;
  return Object.entries(value).reduce(
    (count, [key, member]) => count + Number(name.test(key)) + countMembers(member, name),
    0,
  );
}

interface TaskProducts {
  readonly status: string;
  readonly error: string | null;
  readonly output: unknown;
  /** Texts of the files by name. */
  readonly files: ReadonlyMap<string, string>;
}

/** Returns sentences about what a task lacks compared with the expected receipt and cost. */
export function findMissingProducts(
  { status, error, output, files }: TaskProducts,
  expected: { readonly titles: readonly string[]; readonly cost: string },
): string[] {
  if (status !== 'success') return [`The task is ${status}: ${error}`];
  const lines = (files.get('receipt.csv') ?? '').trim().split('\n').slice(1);
  const titles = lines.map((line) => line.split(',')[0]?.replaceAll('"', '') ?? '').toSorted();
  return [
    ...(titles.join('; ') === expected.titles.toSorted().join('; ')
      ? []
      : [
          `receipt.csv (of ${[...files.keys()].join(', ') || 'no file'}) has the loans "${titles.join('; ')}", not "${expected.titles.join('; ')}".`,
        ]),
    ...(JSON.stringify(output).includes(expected.cost)
      ? []
      : [`The output does not have the cost ${expected.cost}: ${JSON.stringify(output)}`]),
  ];
}
