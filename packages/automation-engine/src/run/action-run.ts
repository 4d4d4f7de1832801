import type { Scope } from '@errand/expressions';
import type { TargetRun } from '../capabilities/by-model/target-step.ts';
import type { HumanRun } from '../capabilities/human/human-run.ts';
import type { ModelRun } from '../capabilities/models/model-run.ts';
import type { ScriptRun } from '../capabilities/scripts/script-run.ts';
import type { CodeRun } from '../capabilities/two-factor/code-run.ts';
import type { RunSecrets } from '../secrets/run-secrets.ts';
import type { OutputRun } from './create-output-actions.ts';
import type { OutsideRun } from './create-outside-actions.ts';
import type { PageActsRun } from './create-page-actions.ts';
import type { FileRun } from './file-run.ts';

/** What the actions at one place of the automation need from a run, by purpose. */
export interface ActionRun {
  readonly target: TargetRun;
  readonly page: PageActsRun;
  readonly files: FileRun;
  readonly outside: OutsideRun;
  readonly model: ModelRun;
  readonly scripts: ScriptRun;
  readonly human: HumanRun;
  readonly code: CodeRun;
  readonly output: OutputRun;
  readonly secrets: RunSecrets;
  readonly scope: Scope;
}
