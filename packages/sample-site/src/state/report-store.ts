export interface Report {
  readonly id: string;
  readonly name: string;
  readonly period: string;
}

export interface ReportStore {
  list(): readonly Report[];
  find(id: string): Report | undefined;
  /** Returns false when there is no such report. */
  remove(id: string): boolean;
}

export function createReportStore(): ReportStore {
  const reports = new Map(
    [
      { id: 'sales', name: 'Sales report', period: 'February 2026' },
      { id: 'returns', name: 'Returns report', period: 'February 2026' },
      { id: 'freight', name: 'Freight costs', period: 'Fourth quarter 2025' },
    ].map((report) => [report.id, report]),
  );
  return {
    list: () => [...reports.values()],
    find: (id) => reports.get(id),
    remove: (id) => reports.delete(id),
  };
}
