import { createParameterNames } from './name-parameters.ts';
import { candidatesOf, type Place, type Step } from './recorded-steps.ts';
import { type NodeJson, withInputs, writeAct, writeDialog, type Writing } from './write-act.ts';

/** After a delay of this length, a step's own wait for its element may be too short. */
const LONG_APPEARANCE_MS = 4_500;
const WAIT_FACTOR = 3;
const LONGEST_WAIT_SECONDS = 120;

/** A step as a node, and its path in the automation. */
export interface WrittenStep {
  readonly step: Step;
  /** `nodes[3]`, or `nodes[3].nodes[0]` in a loop. */
  readonly path: string;
}

export interface WrittenNodes {
  readonly nodes: readonly NodeJson[];
  readonly written: readonly WrittenStep[];
  readonly inputs: Readonly<Record<string, readonly string[]>>;
  /** Names of the secrets; their values were never read. */
  readonly secrets: readonly string[];
  /** Variables that extractions write. */
  readonly variables: readonly string[];
}

/** What a repair changes about a step. */
export interface StepChoice {
  /** Index of the candidate. Default 0. */
  readonly candidate?: number;
  /** Types text key by key. */
  readonly isTyped?: boolean;
  /** Hovers first where the pointer rested. */
  readonly isHovered?: boolean;
}

export type StepChoices = ReadonlyMap<Step, StepChoice>;

/** Writes the nodes of steps. `choices`: where a step differs from its first choice. */
export function writeNodes(steps: readonly Step[], choices: StepChoices = new Map()): WrittenNodes {
  const writing: Writing = {
    names: createParameterNames(),
    inputs: {},
    secrets: [],
    variables: [],
    fields: new Map(),
  };
  const top: NodeJson[] = [];
  const written: WrittenStep[] = [];
  let list = top;
  let prefix = '';
  const put = (node: NodeJson): string => `${prefix}nodes[${list.push(node) - 1}]`;
  for (const step of steps) {
    if (step.act.kind === 'end-loop') {
      list = top;
      prefix = '';
      continue;
    }
    if (step.act.kind === 'loop') {
      const nodes: NodeJson[] = [];
      list = top;
      prefix = '';
      const path = put({ type: 'for_loop_node', locator: step.act.rows, nodes });
      written.push({ step, path });
      list = nodes;
      prefix = `${path}.`;
      continue;
    }
    const choice = choices.get(step) ?? {};
    for (const place of choice.isHovered ? (step.hovered ?? []) : []) put(hoverOf(place));
    const wait = waitBefore(step, choice);
    if (wait) put(wait);
    written.push({ step, path: put(nodeOf(step, choice, writing)) });
  }
  const { inputs, secrets, variables } = writing;
  // An empty loop does nothing.
  return { nodes: top, written, inputs, secrets, variables };
}

/** Never a fixed delay: the node waits for the element that appeared late. */
function waitBefore(step: Step, choice: StepChoice): NodeJson | undefined {
  const lateMs = step.place?.target.appearedAfterMs ?? 0;
  if (!step.place || lateMs < LONG_APPEARANCE_MS) return undefined;
  const timeout = Math.min(LONGEST_WAIT_SECONDS, Math.ceil((lateMs * WAIT_FACTOR) / 1000));
  const command = commandOf(step.place, choice);
  return {
    type: 'action_node',
    misc_action: { wait_for: { command, assertion: 'to_be_visible', timeout } },
  };
}

function hoverOf(place: Place): NodeJson {
  const hover = { command: commandOf(place, {}) };
  return { type: 'action_node', interaction_action: { hover } };
}

function commandOf(place: Place, { candidate = 0 }: StepChoice): string {
  const candidates = candidatesOf({ place });
  const { command = '' } = candidates[candidate] ?? candidates[0] ?? {};
  return place.isInRow ? `{locator[index]}.${command}` : `${place.frame}${command}`;
}

function nodeOf(step: Step, choice: StepChoice, writing: Writing): NodeJson {
  const command = step.place && withInputs(commandOf(step.place, choice), writing.inputs);
  const target = command === undefined ? {} : { command };
  const { act, dialog } = step;
  if (act.kind === 'loop' || act.kind === 'end-loop') throw new TypeError('A loop is not a step.');
  const content = writeAct(act, { step, target, isTyped: choice.isTyped, writing });
  return {
    type: 'action_node',
    ...content,
    ...(step.hasNewTab && 'interaction_action' in content && { expect_new_tab: true }),
    ...(dialog && writeDialog(dialog, writing)),
  };
}
