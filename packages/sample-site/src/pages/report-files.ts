import { toCsv } from '../html/csv.ts';
import { toPdf } from '../html/pdf.ts';
import type { SentFile } from '../http/send-file.ts';
import type { Report } from '../state/report-store.ts';

export function reportFile(report: Report, format: string): SentFile {
  if (format === 'pdf') {
    const content = toPdf([report.name, report.period]);
    return { filename: `${report.id}.pdf`, type: 'application/pdf', content };
  }
  const content = toCsv([
    ['Report', 'Period'],
    [report.name, report.period],
  ]);
  return { filename: `${report.id}.csv`, type: 'text/csv', content };
}

export function stockFile(period: readonly string[], format: string): SentFile {
  const name = 'detailed-stock';
  if (format === 'PDF') {
    const content = toPdf(['Detailed stock', period.join(' to ')]);
    return { filename: `${name}.pdf`, type: 'application/pdf', content };
  }
  const content = toCsv([
    ['From', 'To', 'Pallets'],
    [...period, 412],
  ]);
  return { filename: `${name}.csv`, type: 'text/csv', content };
}
