// Checks a history written by pnpm chaos. usage: pnpm chaos:check FILE
import { checkHistory } from './check-history.ts';
import { readHistory } from './history.ts';
import { printReport } from './print-report.ts';

const [file, ...rest] = process.argv.slice(2);
if (file === undefined || rest.length > 0) {
  process.stderr.write('usage: pnpm chaos:check FILE\n');
  process.exitCode = 2;
} else {
  const report = checkHistory(readHistory(file));
  printReport(report, (line) => process.stdout.write(`${line}\n`));
  process.exitCode = report.violations.length > 0 ? 1 : 0;
}
