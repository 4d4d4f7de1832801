import type { HistoryReport } from './check-history.ts';

const SHOWN_VIOLATIONS = 40;

/** Prints the report as lines for people. */
export function printReport(report: HistoryReport, say: (line: string) => void): void {
  const { submits, callbacks, late, seen, zombies, violations } = report;
  say(`${report.lines} lines, ${report.seconds} s, ${report.attempts} attempts`);
  say(
    `submits   ${submits.accepted} accepted, ${submits.refused} refused, ${submits.unclear} unanswered`,
  );
  say(`tasks     ${listOf(report.tasks)}`);
  say(`faults    ${listOf(report.faults)}`);
  say(`callbacks ${callbacks.received} received, ${callbacks.taken} taken`);
  say(`requests  ${listOf(report.requests)}`);
  say(`seen      ${seen.streams} streams, ${seen.files} files, ${seen.acts} acts on the site`);
  say(`late      ${late.sent} reports after a lost lease, ${late.refused} of them refused for it`);
  say(
    `zombies   ${zombies.zombies} executions outlived their lease (${zombies.frozen} in a frozen process; awake at most ${zombies.longestAwakeMs} ms), ${zombies.overlaps} overlaps by them`,
  );
  for (const { rule, text } of violations.slice(0, SHOWN_VIOLATIONS)) say(`  ${rule}: ${text}`);
  say(`${violations.length} violations`);
}

function listOf(counts: Readonly<Record<string, number>>): string {
  const texts = Object.entries(counts).map(([name, count]) => `${count} ${name}`);
  return texts.join(', ') || 'none';
}
