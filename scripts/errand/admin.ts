// Runs the operator command named by the arguments.
import { existsSync } from 'node:fs';

// A server release does not contain this package, whose database server alone is 59 MB.
const localInstallation = new URL(
  '../../packages/local-installation/node_modules/',
  import.meta.url,
);
// The usage needs no installation.
const isHelp = ['help', '--help', '-h'].includes(process.argv[2] ?? '');
if (!isHelp && existsSync(localInstallation)) {
  const { useLocalInstallation } = await import('./use-local-installation.ts');
  useLocalInstallation();
}
if (process.argv[2] === 'fleet') {
  process.argv.splice(2, 1);
  await import('../fleet/main.ts');
} else if (process.argv[2] === 'queue-check') {
  process.argv.splice(2, 1);
  await import('../../apps/control-plane/src/queue-check/main.ts');
} else if (process.argv[2] === 'sweep-storage') {
  process.argv.splice(2, 1);
  await import('../../apps/control-plane/src/storage-sweep/main.ts');
} else {
  await import('../../apps/control-plane/src/command-line/main.ts');
}
