// Prints what changed in the API since the last release; the exit code is 1 if that breaks clients.
// With --release, makes the current document the released one and clears the accepted changes.
import { writeFileSync } from 'node:fs';
import {
  ACCEPTED,
  complainOf,
  lineOf,
  listChanges,
  readAccepted,
  readCurrent,
  RELEASED,
} from './check-changes.ts';
import { withoutTexts } from './compare-documents.ts';

if (process.argv.includes('--release')) {
  writeFileSync(RELEASED, `${JSON.stringify(withoutTexts(readCurrent()))}\n`);
  writeFileSync(ACCEPTED, '[]\n');
} else {
  const changes = listChanges();
  for (const change of changes)
    console.log(`${change.isBreaking ? 'BREAKS  ' : '        '}${lineOf(change)}`);
  const complaints = complainOf(changes, readAccepted());
  for (const complaint of complaints) console.error(complaint);
  process.exitCode = complaints.length > 0 ? 1 : 0;
}
