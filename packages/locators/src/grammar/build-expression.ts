import { readAsked } from './read-asked.ts';
import type { LocatorExpression, LocatorLink } from '../locator-expression.ts';
import type { Chain, Step } from '../python/command-tree.ts';
import { parseCommand } from '../python/parse-command.ts';
import type { Selector } from '../selectors/selector-part.ts';
import { type BindingContext, bindValue, errorAt } from './binding-context.ts';
import { readStepArguments } from './step-arguments.ts';
import { type StepDefinition, stepDefinitions } from './steps.ts';
import { writeStep } from './write-step.ts';

const MAXIMUM_LOOP_DEPTH = 8;
const ACTIONS = /^(?:click|fill|type|press|check|uncheck|hover|select_option|count|all|wait_for)$/;

/** Builds the selectors of a chain of steps. Throws `LocatorSyntaxError` for an unknown step. */
export function buildExpression(chain: Chain, context: BindingContext): LocatorExpression {
  const builder = startBuilder(chain, context);
  for (const step of chain.steps) addStep(step, builder, context);
  if (builder.place === 'frame') {
    throw errorAt(
      chain,
      'This locator ends at a frame: add a step that names an element in it.',
      context,
    );
  }
  if (builder.place === 'page')
    throw errorAt(
      chain,
      'This locator names no element: add a step such as get_by_role("button").',
      context,
    );
  const { source, frames, target, links } = builder;
  return { source, frames, target, links };
}

interface ExpressionBuilder {
  readonly source: string;
  readonly frames: Selector[];
  target: Selector;
  readonly links: LocatorLink[];
  /** What the steps so far select. */
  place: 'page' | 'frame' | 'elements';
}

function startBuilder({ head }: Chain, context: BindingContext): ExpressionBuilder {
  const { source } = context;
  if (!head) return { source, frames: [], target: [], links: [], place: 'page' };
  if (!context.bindings) {
    const anything = { kind: 'css', css: '*', isLight: false } as const;
    return { source, frames: [], target: [anything], links: [], place: 'elements' };
  }
  if (context.depth >= MAXIMUM_LOOP_DEPTH) {
    throw errorAt({ from: 0 }, `${head.source} refers to itself.`, context);
  }
  const loopSource = bindValue(head, context);
  const loop = buildExpression(parseCommand(loopSource), {
    ...context,
    source: loopSource,
    depth: context.depth + 1,
  });
  return {
    source: source.replace(head.source, () => loop.source),
    frames: [...loop.frames],
    target: loop.target,
    links: [...loop.links],
    place: 'elements',
  };
}

function addStep(step: Step, builder: ExpressionBuilder, context: BindingContext): void {
  applyStep(step, builder, context);
  const { frames, target, place } = builder;
  const isFrame = place === 'frame';
  builder.links.push({
    text: writeStep(step, context),
    frames: isFrame ? frames.slice(0, -1) : [...frames],
    target: isFrame ? (frames.at(-1) ?? []) : target,
    asked: isFrame ? undefined : readAsked(step, context),
  });
}

function applyStep(step: Step, builder: ExpressionBuilder, context: BindingContext): void {
  const definition = findDefinition(step, context);
  const values = readStepArguments(step, definition, context);
  if (definition.kind === 'enter-frame') {
    requireElements(step, builder, context);
    enterFrame(builder, builder.target);
    return;
  }
  const selector = definition.build(values, (chain) => buildNested(chain, builder, context));
  if (definition.kind === 'find-frame') {
    enterFrame(builder, [...builder.target, ...selector]);
  } else if (definition.kind === 'pick' && builder.place === 'frame') {
    builder.frames.push([...(builder.frames.pop() ?? []), ...selector]);
  } else {
    if (definition.kind !== 'find') requireElements(step, builder, context);
    builder.target = [...builder.target, ...selector];
    builder.place = 'elements';
  }
}

function enterFrame(builder: ExpressionBuilder, frame: Selector): void {
  builder.frames.push(frame);
  builder.target = [];
  builder.place = 'frame';
}

function requireElements(step: Step, { place }: ExpressionBuilder, context: BindingContext): void {
  if (place === 'elements') return;
  throw errorAt(step, `${step.name} needs elements before it, not a ${place}.`, context);
}

function findDefinition(step: Step, context: BindingContext): StepDefinition {
  const definition = stepDefinitions.get(step.name);
  if (!definition) throw errorAt(step, unknownStep(step.name), context);
  const isProperty = definition.isProperty ?? false;
  if (isProperty && step.arguments) {
    throw errorAt(step, `Write ${step.name} without parentheses.`, context);
  }
  if (!isProperty && !step.arguments) {
    throw errorAt(step, `${step.name} needs its arguments in parentheses.`, context);
  }
  return definition;
}

function unknownStep(name: string): string {
  if (ACTIONS.test(name))
    return `"${name}" is an action, but a locator only names an element: remove it.`;
  const snakeCase = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  if (stepDefinitions.has(snakeCase)) return `Write ${snakeCase} instead of "${name}".`;
  const known = [...stepDefinitions.keys()].join(', ');
  return `"${name}" is not a step of a locator. The steps are ${known}.`;
}

/** A nested locator is matched against elements, so it cannot leave their frame. */
function buildNested(chain: Chain, outer: ExpressionBuilder, context: BindingContext): Selector {
  const { frames, target } = buildExpression(chain, context);
  const isInSameFrame = JSON.stringify(frames) === JSON.stringify(outer.frames);
  if (frames.length > 0 && !isInSameFrame) {
    throw errorAt(chain, 'A nested locator must stay in the frame of the outer one.', context);
  }
  return target;
}
