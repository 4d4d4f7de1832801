// bin/errand COMMAND: the command line of the control plane, on DATABASE_URL or the local installation that runs.
import { useLocalInstallation } from './use-local-installation.ts';

useLocalInstallation();
if (process.argv[2] === 'queue-check') {
  process.argv.splice(2, 1);
  await import('../../apps/control-plane/src/queue-check/main.ts');
} else {
  await import('../../apps/control-plane/src/command-line/main.ts');
}
