import { createBindings, type LoopBinding, type Scope } from '@errand/expressions';
import type { PageRun } from '../page/page-run.ts';
import type { ActionRun } from './action-run.ts';
import type { Interpreter } from './interpreter.ts';
import type { RunParts } from './run-parts.ts';
import { runActionNode } from './run-action-node.ts';
import { runPrivateNode } from './run-private-node.ts';
import { runStep, type RunStep } from './run-step.ts';

/** Creates the interpreter for the places of the automation that share a scope. */
export function createInterpreter(parts: RunParts, scope: Scope): Interpreter {
  const { nodes, output, steps } = parts;
  const page: PageRun = { ...parts.elements, bindings: createBindings(scope) };
  const run: RunStep = (step, execute) => runStep(steps, step, execute);
  const actions = createActionRun(parts, page, scope);
  const privateRun = {
    ...output,
    ...page,
    stepRecord: steps.stepRecord,
    handlers: nodes.handlers,
    runStep: run,
  };
  return {
    ...page,
    variables: output.variables,
    loopStatuses: nodes.loopStatuses,
    logger: output.logger,
    runStep: run,
    runAction: (placed) => runActionNode({ actions, dialogs: nodes.dialogs, runStep: run }, placed),
    runPrivate: (placed) => runPrivateNode(privateRun, placed),
    inside: (binding) => createInterpreter(parts, insideLoop(scope, binding)),
  };
}

/** The only place where the slices meet. */
function createActionRun(parts: RunParts, page: PageRun, scope: Scope): ActionRun {
  const { screen, model, bounds, scripts, network, human, code, output } = parts;
  const { downloads, downloadsDirectory, egress, limits } = parts.files;
  const { bindings, pages, signal } = page;
  const { stepRecord, trace } = parts.steps;
  const { secrets } = output;
  const agent = { ...model, bounds, downloads, stepRecord, bindings };
  const files = { downloads, downloadsDirectory, limits };
  const calls = { ...page, ...files, scripts: scripts.scripts, secrets, network };
  return {
    target: {
      ...page,
      screen,
      agent,
      models: model.models,
      stepRecord,
      trace,
      output: output.output,
      limits,
    },
    page: { ...screen, bindings, downloads, limits },
    files: { ...parts.files, bindings },
    outside: { signal, pages, network, egress },
    model,
    scripts: { ...scripts, scope, bindings, calls },
    human,
    code,
    output,
    secrets,
    scope,
  };
}

/** The same scope with the placeholders of one iteration. */
function insideLoop(scope: Scope, binding: LoopBinding): Scope {
  return { ...scope, loops: [...(scope.loops ?? []), binding] };
}
