import type { Logger } from '@errand/app-runtime';
import type { RunDependencies } from '@errand/automation-engine';
import {
  createPowershell,
  createScriptSandbox,
  probeSandbox,
  type SandboxSupport,
} from '@errand/script-sandbox';
import type { ScriptConfig } from './script-settings.ts';

interface Scripts {
  /** What runs the scripts and shell commands of tasks. */
  readonly runners: Required<Pick<RunDependencies, 'powershell' | 'scripts'>>;
  /** What the sandbox of scripts can do on this machine. */
  readonly support: SandboxSupport;
}

/**
 * Creates what runs the scripts and shell commands of all tasks. Finds out once what their sandbox
 * can do here, and logs what it lacks.
 */
export async function openScripts(
  { sandbox, powershell }: ScriptConfig,
  { logger }: { readonly logger: Logger },
): Promise<Scripts> {
  const probing = probeSandbox();
  const support = await probing;
  const { problem, leftOut } = support;
  if (problem !== undefined) logger.warn('there is no sandbox for scripts', { problem });
  if (leftOut.length > 0) logger.warn('parts of the sandbox for scripts are left out', { leftOut });
  return {
    runners: {
      scripts: createScriptSandbox({ ...sandbox, support: probing }),
      powershell: createPowershell({ ...powershell, support: probing }),
    },
    support,
  };
}
