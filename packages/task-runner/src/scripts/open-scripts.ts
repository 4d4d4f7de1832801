import type { RunDependencies } from '@errand/automation-engine';
import { createPowershell, createScriptSandbox } from '@errand/script-sandbox';
import type { ScriptConfig } from './script-settings.ts';

/** Creates what runs the scripts and shell commands of all tasks of this worker. */
export function openScripts({
  sandbox,
  powershell,
}: ScriptConfig): Required<Pick<RunDependencies, 'powershell' | 'scripts'>> {
  return { scripts: createScriptSandbox(sandbox), powershell: createPowershell(powershell) };
}
