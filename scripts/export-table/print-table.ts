import type { ExportedCase, Format } from './run-exported.ts';

type Say = (line: string) => void;

/** One line for each script, and one for each node that the report names if it has another effect. */
export function printCase(result: ExportedCase, say: Say): void {
  for (const { format, outcome, reason, odd } of result.runs) {
    say(`${result.widget}: ${result.case}: ${format}: ${outcome}`);
    if (reason === undefined) continue;
    say(`    ${reason.replaceAll('\n', '\n    ')}`);
    for (const line of odd) say(`    ${line}`);
  }
}

export interface ExportSummary {
  readonly formats: Readonly<Partial<Record<Format, Readonly<Record<string, number>>>>>;
  readonly isGood: boolean;
}

export function printTotals(cases: readonly ExportedCase[], say: Say): ExportSummary {
  const runs = cases.flatMap((one) => one.runs);
  const formats: Partial<Record<Format, Record<string, number>>> = {};
  say('');
  for (const [format, own] of Map.groupBy(runs, (one) => one.format)) {
    const count = (outcome: string): number => own.filter((one) => one.outcome === outcome).length;
    const counts = { same: count('same'), reported: count('reported'), wrong: count('wrong') };
    formats[format] = counts;
    say(
      `${format}: ${own.length} scripts: ${counts.same} have the same effect, ${counts.reported} do not and say so, ${counts.wrong} do not and do not say so`,
    );
  }
  return { formats, isGood: runs.every(({ outcome }) => outcome !== 'wrong') };
}
