import { createLogger, type Logger } from '@errand/app-runtime';

type LogEntry = Readonly<Record<string, unknown>>;

/** A logger that records entries instead of printing them. */
export function recordLogs(): { readonly logger: Logger; readonly entries: readonly LogEntry[] } {
  const logger = createLogger({ name: 'test', level: 'info' });
  const entries: LogEntry[] = [];
  for (const transport of logger.transports) transport.silent = true;
  logger.on('data', (entry: LogEntry) => entries.push({ ...entry }));
  return { logger, entries };
}
