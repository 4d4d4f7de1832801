import { InvalidAutomationError, parseAutomation } from '../document/index.ts';
import { createParameterNames } from './name-parameters.ts';
import { type Act, candidatesOf, type Place, type Step } from './recorded-steps.ts';
import {
  isTypedOver,
  type NodeJson,
  withInputs,
  writeAct,
  writeDialog,
  type Writing,
} from './write-act.ts';

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
  /** Names of the secrets; their values never left the page. */
  readonly secrets: readonly string[];
  /** Variables that extractions write. */
  readonly variables: readonly string[];
  /** Recorded parts that were left out because no automation may contain them. */
  readonly faults: readonly string[];
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

/**
 * Writes the nodes of steps, but leaves out those that no automation may contain. `choices`: where a
 * step differs from its first choice.
 */
export function writeNodes(steps: readonly Step[], choices: StepChoices = new Map()): WrittenNodes {
  let writing: Writing = {
    names: createParameterNames(),
    inputs: {},
    secrets: [],
    variables: [],
    awaited: [],
    fields: new Map(),
  };
  const lists = createNodeLists();
  const written: WrittenStep[] = [];
  const faults: string[] = [];
  for (const [index, step] of steps.entries()) {
    const { act } = step;
    if (act.kind === 'loop' || act.kind === 'end-loop') lists.leaveLoop();
    if (act.kind === 'end-loop') continue;
    // A step that is left out needs no inputs.
    const { inputs, secrets, variables, awaited } = writing;
    const draft = {
      ...writing,
      inputs: { ...inputs },
      secrets: [...secrets],
      variables: [...variables],
      awaited: [...awaited],
    };
    const choice = choices.get(step) ?? {};
    const nodes = [...focusBefore(step, choice, steps[index - 1]), ...nodesOf(step, choice, draft)];
    const problem = whyImpossible(act) ?? findProblem(nodes);
    if (problem !== undefined) {
      faults.push(`Step ${index + 1} (${act.kind}) is left out: ${problem}`);
      continue;
    }
    writing = draft;
    const paths = nodes.map((node) => lists.put(node));
    const path = paths.at(-1) ?? '';
    written.push({ step, path });
    if (act.kind === 'secret' && step.place?.target.isCode) faults.push(describeCode(index + 1));
    // An empty loop does nothing.
    if (act.kind === 'loop') lists.enterLoop(path);
  }
  const { inputs, secrets, variables } = writing;
  return { nodes: lists.top, written, inputs, secrets, variables, faults };
}

function describeCode(number: number): string {
  return `Step ${number} (secret): a one-time code was typed, which no later run can use. Let a two_fa_action before the step read it, give the secret the seed of an authenticator app, or let a person type it in a human_in_loop_action.`;
}

/** The nodes of an automation, and those of the open loop. */
function createNodeLists() {
  const top: NodeJson[] = [];
  let list = top;
  let prefix = '';
  return {
    top,
    /** Returns the path of the node. */
    put: (node: NodeJson): string => `${prefix}nodes[${list.push(node) - 1}]`,
    enterLoop(path: string): void {
      const nodes: NodeJson[] = [];
      top.push({ ...top.pop(), nodes });
      list = nodes;
      prefix = `${path}.`;
    },
    leaveLoop(): void {
      list = top;
      prefix = '';
    },
  };
}

/** The nodes of a step; the last one does what the step is for. */
function nodesOf(step: Step, choice: StepChoice, writing: Writing): NodeJson[] {
  if (step.act.kind === 'loop') {
    return [{ type: 'for_loop_node', locator: step.act.rows, nodes: [] }];
  }
  const hovered = choice.isHovered ? (step.hovered ?? []) : [];
  const wait = waitBefore(step, choice, writing);
  const before = [...hovered.map(hoverOf), ...(wait ? [wait] : []), ...selectBefore(step, choice)];
  return [...before, nodeOf(step, choice, writing)];
}

/** Typing adds to the text of a field, so the text is selected first. */
function selectBefore({ act, place }: Step, choice: StepChoice): NodeJson[] {
  if (act.kind !== 'fill' || !place || !isTypedOver(act, choice.isTyped)) return [];
  const params = { command: commandOf(place, choice), type: ['Control', 'a'] };
  return [{ type: 'action_node', interaction_action: { key_press: params } }];
}

function whyImpossible(act: Act): string | undefined {
  if (act.kind === 'select' && act.labels.length === 0) return 'No node clears a list.';
  if (act.kind === 'upload' && act.names.length === 0) return 'No node takes files away.';
  return undefined;
}

/** Why an automation may not contain the nodes. */
function findProblem(nodes: readonly NodeJson[]): string | undefined {
  const parameters = { input_parameters: {}, generated_parameters: {}, secure_parameters: {} };
  try {
    parseAutomation({ url: 'about:blank', parameters, nodes: structuredClone(nodes) });
    return undefined;
  } catch (error) {
    if (!(error instanceof InvalidAutomationError)) throw error;
    return error.issues.map(({ message }) => message).join(' ');
  }
}

/** Never a fixed delay: the node waits for the element that appeared late. */
function waitBefore(step: Step, choice: StepChoice, { awaited }: Writing): NodeJson | undefined {
  const { afterMs: lateMs = 0, addition } = step.place?.target.appeared ?? {};
  if (!step.place || lateMs < LONG_APPEARANCE_MS) return undefined;
  // The page added them together: once the first one is there, so are the others.
  const added = `${step.element.split('#', 1)[0]}+${addition}`;
  if (awaited.includes(added)) return undefined;
  awaited.push(added);
  const timeout = Math.min(LONGEST_WAIT_SECONDS, Math.ceil((lateMs * WAIT_FACTOR) / 1000));
  const command = commandOf(step.place, choice);
  return {
    type: 'action_node',
    misc_action: { wait_for: { command, assertion: 'to_be_visible', timeout } },
  };
}

/** Letters go to what has the focus, which the person may have moved there with Tab. */
function focusBefore(step: Step, choice: StepChoice, before: Step | undefined): NodeJson[] {
  const { act, place, element } = step;
  if (act.kind !== 'letters' || act.isOnPage || !place) return [];
  const isFocused = before?.element === element && ['click', 'keys'].includes(before.act.kind);
  if (isFocused) return [];
  // Shift alone only gives the element the focus.
  const params = { command: commandOf(place, choice), type: ['Shift'] };
  return [{ type: 'action_node', interaction_action: { key_press: params } }];
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
