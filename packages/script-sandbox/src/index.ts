export {
  createPowershell,
  type Powershell,
  type PowershellOptions,
  type PowershellSession,
} from './powershell/powershell.ts';
export {
  createScriptSandbox,
  type SandboxOptions,
  type ScriptSandbox,
} from './create-script-sandbox.ts';
export type { ScriptHost, ScriptJob, ScriptPlaceholder, ScriptRun } from './script-job.ts';
export { probeSandbox, type SandboxSupport } from './process/probe-sandbox.ts';
