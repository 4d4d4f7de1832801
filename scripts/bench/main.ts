// Measures a part of Errand against other tools on this machine. Not part of any test.
// usage: pnpm bench NAME [OPTION...]
import { benchApi } from './api.ts';
import { benchCompare } from './compare.ts';
import { benchConsole } from './console.ts';
import { benchDesktop } from './desktop.ts';
import { benchEngine } from './engine.ts';
import { benchFleet } from './fleet.ts';
import { benchLocators } from './locators.ts';
import { benchQueue } from './queue.ts';
import { benchRelay } from './relay.ts';
import { benchSession } from './session.ts';
import { benchSoak } from './soak.ts';
import { benchStart } from './start.ts';
import { benchStream } from './stream.ts';
import { showTargets } from './targets.ts';
import { benchTrace } from './trace.ts';
import { benchWorker } from './worker.ts';

/** One bench per subject. Each parses the options after its name. */
const benches: Readonly<Record<string, (args: readonly string[]) => Promise<void>>> = {
  api: benchApi,
  compare: benchCompare,
  console: benchConsole,
  desktop: benchDesktop,
  engine: benchEngine,
  fleet: benchFleet,
  locators: benchLocators,
  queue: benchQueue,
  relay: benchRelay,
  session: benchSession,
  soak: benchSoak,
  start: benchStart,
  stream: benchStream,
  targets: showTargets,
  trace: benchTrace,
  worker: benchWorker,
};

const [name = '', ...args] = process.argv.slice(2);
const bench = Object.hasOwn(benches, name) ? benches[name] : undefined;
if (bench) {
  await bench(args);
} else {
  const names = Object.keys(benches).join(', ');
  process.stderr.write(
    `There is no bench "${name}". usage: pnpm bench NAME, where NAME is one of: ${names}\n`,
  );
  process.exitCode = 1;
}
