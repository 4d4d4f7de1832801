import { pause } from '@errand/foundation';
import { bindText, parseTemplate } from '@errand/expressions';
import type { ActionContext, ElementActs } from '../actions/action-context.ts';
import type { ActionRun } from './action-run.ts';
import { bindTypedText } from '../secrets/typed-text.ts';
import { describeTargetStep } from './describe-target-step.ts';
import { actOnTarget, openOther } from './act-on-target.ts';
import { countMatches } from '../page/elements/count-matches.ts';
import { readAll, readFirst, readOneTable } from '../page/elements/read-elements.ts';
import { judgeExpectation } from '../page/elements/judge-expectation.ts';
import { waitForCode } from '../capabilities/two-factor/wait-for-code.ts';
import { createModelActions } from './create-model-actions.ts';
import { createOutputActions } from './create-output-actions.ts';
import { createOutsideActions } from './create-outside-actions.ts';
import { createPageActions } from './create-page-actions.ts';
import { createScriptActions } from './create-script-actions.ts';
import type { ActionNode } from '../document/nodes/node.ts';
import type { PlacedNode } from './placed-node.ts';
import { waitForHuman } from '../capabilities/human/wait-for-human.ts';
import { createFileActions } from './create-file-actions.ts';

/** Everything that one node's action can use. */
export function createActionContext(
  run: ActionRun,
  { node, path }: PlacedNode<ActionNode>,
): ActionContext {
  const { target, secrets, scope, output } = run;
  const { bindings, signal } = target;
  const bind = (template: string) => bindText(parseTemplate(template), bindings);
  return {
    bindings,
    text: bind,
    typedText: (template) => bindTypedText(template, { scope, bindings, secrets }),
    pause: (durationMs) => pause(durationMs, signal),
    elements: createElementActions(run, node),
    page: createPageActions(run.page),
    files: createFileActions(run.files),
    outside: createOutsideActions(run.outside),
    models: createModelActions(run),
    scripts: createScriptActions(run.scripts),
    people: {
      waitForHuman: ({ maxWaitMs }) => waitForHuman(run.human, path, maxWaitMs),
      async waitForCode(variable, request) {
        output.variables[variable] = [await waitForCode(run.code, request)];
      },
    },
    output: createOutputActions(output, node, bind),
  };
}

/** Acts on elements of the page and at points on the screen. */
function createElementActions(
  { target: run, scope }: Pick<ActionRun, 'target' | 'scope'>,
  node: ActionNode,
): ElementActs {
  const isInLoop = scope.loops !== undefined;
  const described = { ...describeTargetStep(node, run.screen.desktop), isInLoop };
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
