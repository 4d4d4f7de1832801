// Runs the operator command named by the arguments.
import { existsSync } from 'node:fs';

// A server release does not contain this package, whose database server alone is 59 MB.
const localInstallation = new URL(
  '../../packages/local-installation/node_modules/',
  import.meta.url,
);
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
