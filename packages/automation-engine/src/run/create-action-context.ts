import { pause } from '@errand/foundation';
import { bindText, parseTemplate } from '@errand/expressions';
import type { ActionContext } from '../actions/action-context.ts';
import type { RunState } from './run-state.ts';
import { bindTypedText } from '../secrets/typed-text.ts';
import { describeTargetStep } from './describe-target-step.ts';
import { actOnTarget, openOther } from './act-on-target.ts';
import { countMatches } from '../page/elements/count-matches.ts';
import { readAll, readFirst, readOneTable } from '../page/elements/read-elements.ts';
import { judgeExpectation } from '../page/elements/judge-expectation.ts';
import { waitForCode } from '../capabilities/two-factor/wait-for-code.ts';
import { createModelActions } from './create-model-actions.ts';
import { createOutsideActions } from './create-outside-actions.ts';
import { createPageActions } from './create-page-actions.ts';
import { createScriptActions } from './create-script-actions.ts';
import type { ActionNode } from '../document/nodes/node.ts';
import type { PlacedNode } from './run-list.ts';
import { waitForHuman } from '../capabilities/human/wait-for-human.ts';
import type { TargetRun } from '../capabilities/by-model/target-step.ts';
import type { ElementActs, OutputActs } from '../actions/action-context.ts';
import { createFileActions } from './create-file-actions.ts';

/** Everything that one node's action can reach. */
export function createActionContext(
  run: RunState,
  { node, path }: PlacedNode<ActionNode>,
): ActionContext {
  const { bindings, dependencies, secrets, signal, variables } = run;
  const bind = (template: string) => bindText(parseTemplate(template), bindings);
  return {
    bindings,
    text: bind,
    typedText: (template) => bindTypedText(template, run),
    pause: (durationMs) => pause(durationMs, signal),
    elements: createElementActions(run, node),
    page: createPageActions(run),
    files: createFileActions(run),
    outside: createOutsideActions(run),
    models: createModelActions(run),
    scripts: createScriptActions(run),
    people: {
      waitForHuman: ({ maxWaitMs }) => waitForHuman(run, path, maxWaitMs),
      async waitForCode(variable, request) {
        variables[variable] = [await waitForCode(run, request)];
      },
    },
    output: {
      extraction: describeExtraction(node, bind),
      addOutput: run.output.add,
      setVariable(name, values) {
        variables[name] = secrets.redactJson(values);
      },
      noteLog: run.activity.noteLog,
      warn: (message, fields) => dependencies.logger.warn(message, fields),
    },
  };
}

/** Acts on elements of the page and places on the screen. */
function createElementActions(run: TargetRun, node: ActionNode): ElementActs {
  const described = describeTargetStep(node, run.desktop);
  return {
    actOn: (target, act) => actOnTarget({ ...described, run, target, act }),
    openOther: (target, share) => openOther({ ...described, run, target }, share),
    readText: (command, attribute) => readFirst(run, command, attribute),
    readTexts: (command, attribute) => readAll(run, command, attribute),
    readTable: (command) => readOneTable(run, command),
    judge: (expectation) => judgeExpectation(run, expectation),
    countMatches: (command, { timeoutMs }) => countMatches(run, command, timeoutMs),
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
