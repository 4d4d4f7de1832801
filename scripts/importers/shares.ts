import type { Imported, ReportLine } from '@errand/importers';

export interface FileResult {
  readonly path: string;
  readonly text: string;
  readonly imported: Imported;
}

const CONTROL_FLOW =
  /^\s*(?:class |for |while |if (?!__name__)|try\b|async function |function |extends |@\w)/m;
const OWN_MODULE = /^\s*(?:import .* from ['"](?:\.|@(?!playwright\/))|from (?!playwright\.))/m;
/** In Python, codegen's own function is not inside another one. */
const INNER_FUNCTION = /^[ \t]+(?:async )?def /m;

/**
 * Whether a script looks like codegen output: no control flow, no classes, no modules of its own.
 */
export const isCodegenShaped = (text: string): boolean =>
  ![CONTROL_FLOW, OWN_MODULE, INNER_FUNCTION].some((pattern) => pattern.test(text));

/**
 * A table of the steps by kind of file. Steps that only open and close the browser do not count.
 */
export function formatShares(
  results: readonly FileResult[],
  { withReasons }: { readonly withReasons: boolean },
): string {
  const rows = Map.groupBy(results, rowOf);
  const title = ['KIND', 'FILES', 'TESTS', 'STEPS', 'MAPPED', 'APPROXIMATED', 'SKIPPED', 'SHARE'];
  const table = [
    title,
    ...[...rows]
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([name, files]) => shareRow(name, files)),
  ];
  const widths = title.map((_, at) => Math.max(...table.map((row) => row[at]?.length ?? 0)));
  const lines = table.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return [...lines, ...(withReasons ? reasonsOf(results) : [])].join('\n');
}

function rowOf({ imported, text }: FileResult): string {
  if (!imported.kind.startsWith('playwright')) return imported.kind;
  return `${imported.kind}${isCodegenShaped(text) ? ', as codegen writes it' : ', with program code'}`;
}

const stepsOf = (files: readonly FileResult[]): ReportLine[] =>
  files.flatMap(({ imported }) =>
    imported.recordings.flatMap(({ report }) => report.filter(({ isSetup }) => !isSetup)),
  );

function shareRow(name: string, files: readonly FileResult[]): string[] {
  const steps = stepsOf(files);
  const count = (outcome: ReportLine['outcome']): number =>
    steps.filter((step) => step.outcome === outcome).length;
  const done = count('mapped') + count('approximated');
  const share = steps.length === 0 ? '-' : `${((100 * done) / steps.length).toFixed(1)} %`;
  const tests = files.reduce((sum, { imported }) => sum + imported.recordings.length, 0);
  return [
    name,
    ...[
      files.length,
      tests,
      steps.length,
      count('mapped'),
      count('approximated'),
      count('skipped'),
    ].map(String),
    share,
  ];
}

/** The most frequent reasons for skipped steps. */
function reasonsOf(results: readonly FileResult[]): string[] {
  const skipped = stepsOf(results).filter(({ outcome }) => outcome === 'skipped');
  const counts = [...Map.groupBy(skipped, ({ why = '' }) => why)]
    .map(([why, steps]) => ({ why, steps }))
    .toSorted((one, other) => other.steps.length - one.steps.length);
  return counts
    .slice(0, 40)
    .map(({ why, steps }) => `${steps.length}  ${why}  e.g. ${steps[0]?.step}`);
}
