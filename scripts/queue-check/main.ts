// pnpm queue:check [--json] [--repair]: whether the tables of the queue agree, on DATABASE_URL or the local installation that runs.
import { useLocalInstallation } from '../errand/use-local-installation.ts';

useLocalInstallation();
await import('../../apps/control-plane/src/queue-check/main.ts');
process.disconnect?.();
