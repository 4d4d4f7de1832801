// Finds objects that no row refers to, and rows whose object is missing.
// Usage: main.ts [--delete [--force]] [--older-than-hours HOURS]. Without --delete, it changes nothing.
// Prints one line of JSON.
// Exit code 0: objects and rows agree, 1: objects are missing, or orphans are left, 2: wrong usage,
// 3: it could not sweep.
import { parseSettings } from '@errand/app-runtime';
import { parseArgs } from 'node:util';
import { dataSettings } from '../combine-settings.ts';
import { connectDatabase } from '../database/connect-database.ts';
import { openStorage } from '../open-storage.ts';
import { sweepStorage, type SweepOptions } from './sweep-storage.ts';

const OPTIONS = {
  delete: { type: 'boolean' },
  force: { type: 'boolean' },
  'older-than-hours': { type: 'string', default: '24' },
} as const;
/** Unused, because this program serves nothing. */
const PUBLIC_URL = 'http://127.0.0.1';

try {
  const options = readOptions();
  const { databaseUrl: url, storage: chosen } = parseSettings(dataSettings, process.env);
  await using database = await connectDatabase({ url, poolSize: 2 });
  const { storage } = await openStorage({ storage: chosen, publicUrl: PUBLIC_URL });
  await using _closing = storage;
  const report = await sweepStorage({ database, storage }, options);
  process.stdout.write(`${JSON.stringify({ is_dry_run: !options.isDeleting, ...report })}\n`);
  const left = report.orphans.count - report.deleted + report.missing.count;
  process.exitCode = left > 0 ? 1 : 0;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode ??= 3;
}

function readOptions(): SweepOptions {
  try {
    const { values } = parseArgs({ options: OPTIONS, strict: true });
    const {
      delete: isDeleting = false,
      force: isForced = false,
      'older-than-hours': hours,
    } = values;
    const olderThanHours = hours.trim() === '' ? Number.NaN : Number(hours);
    if (olderThanHours >= 0) return { isDeleting, isForced, olderThanHours };
    throw new Error(`--older-than-hours is "${hours}": specify a number of hours from 0.`);
  } catch (error) {
    process.exitCode = 2;
    throw error;
  }
}
