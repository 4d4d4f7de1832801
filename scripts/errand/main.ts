// npm run errand -- COMMAND: the command line of the control plane, on DATABASE_URL or the local installation that runs.
import { useLocalInstallation } from './use-local-installation.ts';

useLocalInstallation();
await import('../../apps/control-plane/src/command-line/main.ts');
process.disconnect?.();
