import type { Agreement } from './compare-runs.ts';
import type { CaseResult } from './run-gallery.ts';

type Say = (line: string) => void;

const LABELS: Readonly<Record<Agreement, string>> = {
  both: 'agree  ',
  behind: 'BEHIND ',
  ahead: 'ahead  ',
  neither: 'neither',
};

/** One line for a case, and one for each tool that did not pass. */
export function printCase(result: CaseResult, say: Say): void {
  const { agreement, widget, playwright, errand } = result;
  const times = `Playwright ${seconds(playwright)}, Errand ${seconds(errand)}`;
  say(`${LABELS[agreement]}  ${widget}: ${result.case} (${times})`);
  if (playwright.reason !== undefined) say(`         Playwright: ${playwright.reason}`);
  if (errand.reason !== undefined) say(`         Errand: ${errand.reason}`);
}

/** Returns whether Errand passes everything that Playwright passes. */
export function printTotals(results: readonly CaseResult[], say: Say): boolean {
  const count = (wanted: Agreement): number =>
    results.filter(({ agreement }) => agreement === wanted).length;
  const packages = new Set(results.flatMap((result) => result.packages));
  const behind = results.filter(({ agreement }) => agreement === 'behind');
  say('');
  say(`${results.length} cases of ${packages.size} packages`);
  say(
    `Playwright passed ${count('both') + count('behind')}, Errand ${count('both') + count('ahead')}`,
  );
  say(
    `Playwright passed and Errand did not: ${behind.length}; the other way round: ${count('ahead')}; neither: ${count('neither')}`,
  );
  for (const result of behind)
    say(`  ${result.widget}: ${result.case}: ${result.errand.reason ?? ''}`);
  return behind.length === 0;
}

function seconds({ milliseconds }: { readonly milliseconds: number }): string {
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}
