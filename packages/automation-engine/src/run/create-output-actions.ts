import type { JsonValue } from '@errand/foundation';
import type { OutputActs } from '../actions/action-context.ts';
import type { ActionNode } from '../document/nodes/node.ts';
import type { RunOutput } from '../reports/run-output.ts';
import type { StepActivity } from '../reports/step-activity.ts';
import type { RunSecrets } from '../secrets/run-secrets.ts';
import type { RunDependencies } from './run-dependencies.ts';

/** What producing results needs from a run. */
export interface OutputRun {
  readonly output: RunOutput;
  /** Generated variables by name. */
  readonly variables: Record<string, JsonValue>;
  readonly secrets: RunSecrets;
  readonly activity: Pick<StepActivity, 'noteLog'>;
  readonly logger: RunDependencies['logger'];
}

/** Stores what the node's action produces. `bind` replaces placeholders. */
export function createOutputActions(
  { output, variables, secrets, activity, logger }: OutputRun,
  node: ActionNode,
  bind: (template: string) => string,
): OutputActs {
  return {
    extraction: describeExtraction(node, bind),
    addOutput: output.add,
    setVariable(name, values) {
      variables[name] = secrets.redactJson(values);
    },
    noteLog: activity.noteLog,
    warn: (message, fields) => logger.warn(message, fields),
  };
}

function describeExtraction(
  { extraction_action: group }: ActionNode,
  bind: (template: string) => string,
): OutputActs['extraction'] {
  const { unique_identifier: identifier, allow_none: allowNone = false } = group ?? {};
  return {
    allowNone,
    outputFields: identifier === undefined ? {} : { unique_identifier: bind(identifier) },
  };
}
