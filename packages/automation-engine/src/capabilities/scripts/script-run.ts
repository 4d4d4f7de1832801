import type { Bindings, Scope } from '@errand/expressions';
import type { ScriptSandbox } from '@errand/script-sandbox';
import type { Downloads } from '../../page/downloads/downloads.ts';
import type { PageRun } from '../../page/page-run.ts';
import type { NetworkLog } from '../../page/pages/network-log.ts';
import type { StepActivity } from '../../reports/step-activity.ts';
import type { RunLimits } from '../../run-limits.ts';
import type { RunSecrets } from '../../secrets/run-secrets.ts';
import type { RunScripts } from './run-scripts.ts';

/** What the calls of a script need from a run. */
export interface CallRun extends PageRun {
  readonly scripts: Pick<RunScripts, 'idOf'>;
  readonly secrets: Pick<RunSecrets, 'hasRevealed' | 'redact'>;
  readonly network: NetworkLog;
  readonly downloads: Downloads;
  readonly downloadsDirectory: string;
  readonly limits: RunLimits;
}

/** What running a script needs from a run. */
export interface ScriptRun {
  readonly signal: AbortSignal;
  readonly calls: CallRun;
  readonly sandbox: ScriptSandbox | undefined;
  readonly scripts: RunScripts;
  readonly scope: Scope;
  readonly bindings: Bindings;
  /** Names of secrets in the automation, which scripts cannot read. */
  readonly secretNames: ReadonlySet<string>;
  readonly activity: Pick<StepActivity, 'noteLog'>;
  readonly removeEmptyNodes: boolean;
  /** For `ctx.unique_parameters`: the inputs that identify the login. */
  readonly uniqueParameters: Scope['inputParameters'];
}
