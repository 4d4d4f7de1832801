// Runs the operator command named by the arguments.
import { existsSync } from 'node:fs';

/** 128 plus the number of SIGPIPE, as in shells. */
const EXIT_OF_CLOSED_PIPE = 141;

// A server release does not contain this package, whose database server alone is 59 MB.
const localInstallation = new URL(
  '../../packages/local-installation/node_modules/',
  import.meta.url,
);
for (const output of [process.stdout, process.stderr]) output.on('error', endIfClosed);
// The usage needs no installation.
const [first] = process.argv.slice(2);
const isHelp = first === 'help' || process.argv.some((word) => word === '--help' || word === '-h');
if (!isHelp && existsSync(localInstallation)) {
  const { useLocalInstallation } = await import('./use-local-installation.ts');
  useLocalInstallation();
}
if (first === 'fleet') {
  process.argv.splice(2, 1);
  await import('../fleet/main.ts');
} else if (first === 'queue-check' && !isHelp) {
  process.argv.splice(2, 1);
  await import('../../apps/control-plane/src/queue-check/main.ts');
} else if (first === 'sweep-storage' && !isHelp) {
  process.argv.splice(2, 1);
  await import('../../apps/control-plane/src/storage-sweep/main.ts');
} else {
  await import('../../apps/control-plane/src/command-line/main.ts');
}

/** Ends quietly when the reader of a pipe has left. */
function endIfClosed(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
  process.exit(EXIT_OF_CLOSED_PIPE);
}
