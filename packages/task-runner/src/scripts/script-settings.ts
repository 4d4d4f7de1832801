import type { PowershellOptions, SandboxOptions } from '@errand/script-sandbox';
import { z } from 'zod';

/** Resource limits of task scripts, and whether they need a sandbox. */
export const scriptSettings = {
  /**
   * `unsandboxed-allowed` runs scripts with the worker's own rights where bubblewrap or user
   * namespaces are missing.
   */
  SCRIPT_SANDBOX: z.enum(['required', 'unsandboxed-allowed']).default('required'),
  /** Maximum resident memory of one script with all its processes, in MiB. */
  SCRIPT_MEMORY_MB: z.coerce.number().int().min(64).max(65_536).default(512),
  /** Maximum CPU time of one script with all its processes, in seconds. */
  SCRIPT_CPU_SECONDS: z.coerce.number().min(1).max(86_400).default(60),
  /** Maximum run time of one script, and of the commands of one powershell_action, in seconds. */
  SCRIPT_SECONDS: z.coerce.number().min(1).max(86_400).default(300),
  /** Program for powershell_action, such as /usr/bin/pwsh. Default: none; such steps then fail. */
  POWERSHELL_PATH: z.string().startsWith('/', 'Write an absolute path.').optional(),
  /**
   * false runs PowerShell with the worker's own rights: its commands reach whatever the worker
   * reaches.
   */
  POWERSHELL_SANDBOX: z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] }).default(true),
};

const schema = z.object(scriptSettings);

export interface ScriptConfig {
  readonly sandbox: SandboxOptions;
  readonly powershell: PowershellOptions;
}

export function readScriptConfig(parsed: z.output<typeof schema>): ScriptConfig {
  const limits = { cpuSeconds: parsed.SCRIPT_CPU_SECONDS, seconds: parsed.SCRIPT_SECONDS };
  return {
    sandbox: {
      ...limits,
      memoryMb: parsed.SCRIPT_MEMORY_MB,
      isUnsandboxedAllowed: parsed.SCRIPT_SANDBOX === 'unsandboxed-allowed',
    },
    powershell: {
      ...limits,
      powershellPath: parsed.POWERSHELL_PATH,
      isUnsandboxed: !parsed.POWERSHELL_SANDBOX,
    },
  };
}
