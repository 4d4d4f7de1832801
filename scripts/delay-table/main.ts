// Runs tasks on pages that change with a delay after the action, and prints which reads are stale
// and by how much the waits outlast the changes. Then repeats the steps on pages that tick forever.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inParallel } from '../gallery/in-parallel.ts';
import { installPackages } from '../gallery/install-packages.ts';
import { startErrand } from '../gallery/start-errand.ts';
import { behaviours } from './behaviours.ts';
import { recurringPages } from './behaviours/recurring-pages.ts';
import { startDelaySite } from './delay-site.ts';
import { parseTableFlags, type TableFlags } from '../gallery/flags.ts';
import { USAGE } from './flags.ts';
import {
  printBehaviour,
  printDelayedHead,
  printFaults,
  printRecurring,
  printRecurringHead,
  printTotals,
} from './print-table.ts';
import { runBehaviour, runRecurring } from './run-delays.ts';
import { summarize } from './summarize.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const directory = join(root, '.errand/delay-table');
const say = (line: string): void => void process.stdout.write(`${line}\n`);

try {
  const flags = parseTableFlags(process.argv.slice(2), join(directory, 'result.json'));
  if (flags.help) say(USAGE);
  else if (flags.list)
    for (const { name } of choose(flags, [...behaviours, ...recurringPages])) say(name);
  else process.exitCode = await run(flags);
} catch (error) {
  process.stderr.write(`${Error.isError(error) ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
process.disconnect?.();

/** Returns the exit status: 1 if a read is stale or a goal is missed. */
async function run(flags: TableFlags): Promise<number> {
  installPackages({ directory, manifest: join(import.meta.dirname, 'packages') }, say);
  await using owned = new AsyncDisposableStack();
  const site = owned.use(await startDelaySite(directory));
  const stage = {
    site,
    api: await startErrand(owned, { directory, slots: flags.parallel, say }),
  };
  const { parallel } = flags;
  printDelayedHead(say);
  const delayed = await inParallel(parallel, choose(flags, behaviours), async (behaviour) => {
    const result = await runBehaviour(stage, behaviour);
    printBehaviour(result, say);
    return result;
  });
  printRecurringHead(say);
  const recurring = await inParallel(parallel, choose(flags, recurringPages), async (page) => {
    const result = await runRecurring(stage, page);
    printRecurring(result, say);
    return result;
  });
  const summary = summarize(delayed, recurring);
  printFaults(delayed, recurring, say);
  printTotals(summary, say);
  mkdirSync(dirname(flags.file), { recursive: true });
  writeFileSync(flags.file, `${JSON.stringify({ summary, delayed, recurring }, null, 2)}\n`);
  say(flags.file);
  return summary.missed.length === 0 ? 0 : 1;
}

function choose<Page extends { readonly name: string }>(
  { only }: TableFlags,
  pages: readonly Page[],
): readonly Page[] {
  if (only.length === 0) return pages;
  return pages.filter(({ name }) => only.some((text) => name.includes(text)));
}
