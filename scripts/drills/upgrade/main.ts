// Upgrades an installation under load, from an older commit of this repository to this checkout.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runScript, say } from '../../system/run-script.ts';
import { parseFlags, USAGE } from './flags.ts';
import { present } from '../release.ts';
import { openCheckout } from './open-checkout.ts';
import { runUpgrade, type UpgradeReport } from './run-upgrade.ts';

await runScript({ parseFlags, usage: USAGE, run });

/** Returns the exit status: 1 if something failed; the logs are then kept. */
async function run(flags: ReturnType<typeof parseFlags>): Promise<number> {
  const { keep } = flags;
  const { from, ...options } = flags.options;
  // Readable by others: when started as root, PostgreSQL runs as another user.
  const directory = mkdtempSync(join(tmpdir(), 'errand-upgrade-'));
  await using checkout = await openCheckout(from, directory);
  say(`from ${checkout.release.name} to ${present.name}`);
  const releases = { previous: checkout.release, next: present };
  const report = await runUpgrade(releases, { ...options, directory }, say);
  const isGood = print(report);
  if (isGood && !keep) rmSync(directory, { recursive: true, force: true });
  else say(`The logs are in ${directory}.`);
  return isGood ? 0 : 1;
}

function print(report: UpgradeReport): boolean {
  const { submitted, ended, failedRequests, failedWorkerRequests } = report;
  const lost = submitted - (ended['success'] ?? 0);
  say(`requests of clients: ${report.requests}, failed: ${failedRequests.length}`);
  say(`requests of workers that failed: ${failedWorkerRequests.length}`);
  say(`tasks: ${submitted} submitted, ${JSON.stringify(ended)}, lost: ${lost}`);
  say(`attempts that were lost: ${report.lostAttempts}`);
  say(`errand admin queue-check: ${report.isConsistent ? 'consistent' : 'faults'}`);
  for (const line of [...failedRequests, ...failedWorkerRequests].slice(0, 20)) say(`  ${line}`);
  const faults = failedRequests.length + failedWorkerRequests.length + lost + report.lostAttempts;
  return faults === 0 && report.isConsistent;
}
