import type { QueueReport } from './check-queue.ts';
import { countFaults } from './check-queue.ts';
import type { Repaired } from './repair-queue.ts';

/** Converts the report to JSON. */
export function toWireReport(report: QueueReport) {
  return {
    checked_at: report.checkedAt.toISOString(),
    fault_count: countFaults(report),
    counts: { ...report.counts },
    deviations: report.deviations.map((deviation) => ({ ...deviation })),
  };
}

/**
 * Formats the report for people. Each deviation takes two lines: what it is and how it is repaired.
 */
export function writeReport(report: QueueReport, repaired: readonly Repaired[] = []): string {
  const faults = countFaults(report);
  const lines = [
    ...repaired.map(
      ({ kind, ids, changed }) => `repaired ${kind} ${write(ids)}: ${write(changed)}`,
    ),
    ...report.deviations.flatMap(({ kind, severity, ids, expected, found, repair }) => [
      `${severity} ${kind} ${write(ids)}: expected ${write(expected)}, found ${write(found)}`,
      `  repair: ${repair}`,
    ]),
    ...Object.entries(report.counts)
      .filter(
        ([kind, count]) => count > report.deviations.filter((one) => one.kind === kind).length,
      )
      .map(([kind, count]) => `${kind}: ${count} in all, of which the first are listed`),
    faults === 0 ? 'The queue is consistent.' : `The queue has faults: ${faults}.`,
  ];
  return `${lines.join('\n')}\n`;
}

function write(values: object): string {
  return JSON.stringify(values);
}
