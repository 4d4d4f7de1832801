import { asList, asText, member } from '../draft/json.ts';
import {
  approximated,
  mapped,
  type Mapping,
  type NodeDocument,
  skipped,
} from '../draft/mapping.ts';
import { conditionOf, loopCondition } from './automa-conditions.ts';
import { countedLoop, mapLoop } from './automa-loops.ts';
import { findRepeats, type Repeat } from './automa-repeats.ts';
import { type AutomaState, noteErrors, withNotes } from './automa-state.ts';
import { alwaysReaches, findJoin, nextOf, shareBlocks } from './find-join.ts';
import { isSwitchedOff, mapBlock } from './map-block.ts';
import { nestCases } from './nest-cases.ts';
import { hasBreakpoint, isBreakpoint, leadsTo } from './reached-blocks.ts';
import type { AutomaBlock, AutomaWorkflow } from './read-workflow.ts';

const DEEPEST = 40;
const MOST_ITERATIONS = 1000;
const SHARED =
  'Some of its branches, but not all, lead to the same blocks, which are in the first of them only: copy them into the others.';
const LEADS_BACK = 'It leads back to an earlier block, which runs only once: use a loop.';

const OTHER_FRAMES =
  'The branches before it end in different frames: it acts in the frame of the first one.';

const OTHER_ITERATIONS =
  'Iterations begin in different frames: all act in the frames of the first one.';
const NO_BREAKPOINT = 'No breakpoint ends it: Automa acts on the first item only.';

interface Walk {
  readonly workflow: AutomaWorkflow;
  readonly state: AutomaState;
  readonly repeats: ReadonlyMap<string, Repeat>;
  /** Blocks that already have a line in the report. */
  readonly seen: Set<string>;
  /** Blocks where the open branches join. */
  readonly stops: ReadonlySet<string>;
  /** Blocks of the path that leads here. */
  readonly path: ReadonlySet<string>;
}

/** Imports every block that a path leads to; the report says which blocks no path leads to. */
export function followBlocks(workflow: AutomaWorkflow, state: AutomaState): void {
  const nothing = { seen: new Set<string>(), stops: new Set<string>(), path: new Set<string>() };
  const walk: Walk = { workflow, state, repeats: findRepeats(workflow), ...nothing };
  const blocks = [...workflow.blocks.values()];
  const start = blocks.find(({ label }) => label === 'trigger') ?? blocks[0];
  if (start) follow(start.id, walk, undefined);
  for (const block of blocks) {
    if (walk.seen.has(block.id)) continue;
    if (block.label === 'note') addBlock(block, walk);
    else leaveOut(block, walk, skipped('No path that can be followed leads to it.'));
  }
}

const describe = ({ label, data }: AutomaBlock): string => {
  const about = asText(member(data, 'description')) || asText(member(data, 'selector')) || '';
  return `${label || 'a block without a kind'} ${about}`.trim();
};

/** Follows a path to its end; returns the breakpoint of the loop `until` if it is reached. */
function follow(start: string, walk: Walk, until: string | undefined): AutomaBlock | undefined {
  const { workflow, state, seen, stops } = walk;
  const path = new Set(walk.path);
  for (let id: string | undefined = start; id !== undefined;) {
    const block = workflow.blocks.get(id);
    if (!block || seen.has(id) || stops.has(id)) return undefined;
    const repeat = walk.repeats.get(id);
    if (repeat && canRepeat(repeat, id, { ...walk, until })) {
      id = repeatBlocks(repeat, id, { ...walk, path });
      continue;
    }
    seen.add(id);
    path.add(id);
    if (until !== undefined && isBreakpoint(block, until)) {
      const around = state.loops.get(until);
      if (around && around.frame !== state.frame) state.notes.add(OTHER_ITERATIONS);
      addBlock(block, { ...walk, path });
      return block;
    }
    id = step(block, { ...walk, path }, until);
  }
  return undefined;
}

function addBlock(block: AutomaBlock, walk: Walk): void {
  const { state } = walk;
  state.draft.add({ step: describe(block) }, () =>
    withPathBack(block, walk, mapBlock(block.label, block.data, state)),
  );
}

/** A path back to an earlier block is not followed. */
function withPathBack({ id }: AutomaBlock, walk: Walk, mapping: Mapping): Mapping {
  const { workflow, path, stops } = walk;
  const leadsBack = nextOf(workflow, id).some(
    (next) => next !== undefined && path.has(next) && !stops.has(next),
  );
  if (!leadsBack || mapping.outcome === 'skipped') return mapping;
  const why = [mapping.why, LEADS_BACK].filter((one) => one !== undefined).join(' ');
  return { ...mapping, outcome: 'approximated', why };
}

/** Imports one block; returns the next one. */
function step(block: AutomaBlock, walk: Walk, until: string | undefined): string | undefined {
  const { workflow, state } = walk;
  const { draft } = state;
  const isDeep = draft.depth() > DEEPEST;
  if (isDeep) leaveOut(block, walk, skipped('It is nested too deeply.'));
  else if (isSwitchedOff(block.data)) switchOff(block, walk);
  else if (block.label === 'blocks-group' || block.label === 'blocks-group-2')
    addGroup(block, walk);
  else if (block.label === 'conditions' || block.label === 'element-exists') {
    return branch(block, walk, until);
  } else if (block.label === 'loop-data' || block.label === 'loop-elements') {
    const end = loop(block, walk);
    return end && workflow.next(end.id, '1');
  } else if (block.label === 'while-loop') {
    whileLoop(block, walk, until);
    return workflow.next(block.id, 'fallback');
  } else if (block.label === 'repeat-task' && workflow.next(block.id, '2') !== undefined) {
    draft.add({ step: describe(block) }, () =>
      skipped('It leads back to an earlier block: use a loop.'),
    );
  } else addBlock(block, walk);
  return workflow.next(block.id, '1');
}

/** Automa continues at the first output: a loop runs its blocks once, a group none of them. */
function switchOff(block: AutomaBlock, walk: Walk): void {
  const off = { ...mapped(), why: 'It is switched off.' };
  addBlock(block, walk);
  for (const inner of innerBlocks(block))
    walk.state.draft.add({ step: describe(inner) }, () => off);
}

/** Reports why neither a block nor those of its group are imported. */
function leaveOut(block: AutomaBlock, { state }: Walk, mapping: Mapping): void {
  for (const one of [block, ...innerBlocks(block)]) {
    state.draft.add({ step: describe(one) }, () => mapping);
  }
}

function innerBlocks({ data }: AutomaBlock): AutomaBlock[] {
  return asList(member(data, 'blocks')).map((one) => ({
    id: '',
    label: asText(member(one, 'id')) ?? '',
    data: member(one, 'data'),
  }));
}

function addGroup(block: AutomaBlock, walk: Walk): void {
  const { state } = walk;
  state.draft.add({ step: describe(block) }, () => withPathBack(block, walk, mapped()));
  for (const inner of innerBlocks(block)) {
    state.draft.add({ step: describe(inner) }, () => mapBlock(inner.label, inner.data, state));
  }
}

/** Branches end where all of them join; returns that block. */
function branch(block: AutomaBlock, walk: Walk, until: string | undefined): string | undefined {
  const { workflow, state } = walk;
  const { draft } = state;
  noteErrors(block.data, state);
  const { branches, nodes } = nestCases(conditionOf(block, state) ?? []);
  const starts = branches.map(({ output }) => workflow.next(block.id, output));
  const join = findJoin({ workflow, starts, stops: walk.stops });
  const stops = join === undefined ? walk.stops : new Set([...walk.stops, join]);
  const mapping = draft.add({ step: describe(block) }, () => {
    if (branches.length < 2) {
      return skipped('Its conditions cannot be written as those of Errand.');
    }
    const isShared = shareBlocks({ workflow, starts, stops });
    const whole = isShared ? approximated(SHARED, ...nodes) : mapped(...nodes);
    return withPathBack(block, walk, withNotes(state, whole));
  });
  if (mapping.outcome === 'skipped') return undefined;
  const outside = state.frame;
  const frames = branches.map(({ list }, index) => {
    const start = starts[index];
    state.frame = outside;
    if (start === undefined) return outside;
    draft.enter(list);
    follow(start, { ...walk, stops }, until);
    draft.leave();
    return state.frame;
  });
  state.frame = frames[0] ?? outside;
  if (join !== undefined && new Set(frames).size > 1) state.notes.add(OTHER_FRAMES);
  return join;
}

/** A loop ends at the breakpoint with its id. */
function loop(block: AutomaBlock, walk: Walk): AutomaBlock | undefined {
  const { workflow, state } = walk;
  const { data } = block;
  const { draft } = state;
  const id = asText(member(data, 'loopId')) ?? block.id;
  const list: NodeDocument[] = [];
  const { mapping: own, indexName } = mapLoop(block, state, list);
  const next = workflow.next(block.id, '1');
  if (next === undefined || !hasBreakpoint(id, next, walk)) state.notes.add(NO_BREAKPOINT);
  const mapping = draft.add({ step: describe(block) }, () => withNotes(state, own));
  if (next === undefined) return undefined;
  if (mapping.outcome === 'skipped') {
    state.loops.delete(id);
    return follow(next, walk, id);
  }
  draft.enter(list);
  state.indexes.push(indexName);
  const end = follow(next, walk, id);
  state.indexes.pop();
  draft.leave();
  // After its loop, an item has no value.
  state.loops.delete(id);
  return end;
}

/** The path from the first output leads back to the block; the other output follows the loop. */
function whileLoop(block: AutomaBlock, walk: Walk, until: string | undefined): void {
  const { workflow, state } = walk;
  const { draft } = state;
  const start = workflow.next(block.id, '1');
  const found = loopCondition(block, state);
  const stops = new Set([...walk.stops, block.id]);
  const isLoop = start !== undefined && leadsTo(block.id, start, { ...walk, stops });
  const list: NodeDocument[] = [];
  noteErrors(block.data, state);
  const mapping = draft.add({ step: describe(block) }, () => {
    if (!found) return skipped('Its conditions cannot be written as those of Errand.');
    if (!isLoop) return skipped('No path leads back to it.');
    const { condition, before } = found;
    const node = { type: 'while_loop_node', condition, max_iterations: MOST_ITERATIONS };
    return withNotes(state, mapped(...before, { ...node, nodes: list }));
  });
  if (mapping.outcome === 'skipped' || start === undefined) return;
  const { frame } = state;
  draft.enter(list);
  follow(start, { ...walk, stops }, until);
  draft.leave();
  // Each iteration ends with a look at the page.
  list.push(...structuredClone([...(found?.before ?? [])]));
  if (state.frame !== frame) state.notes.add(OTHER_ITERATIONS);
}

/** Whether all paths from a block lead to the one that repeats them, within the loop around. */
function canRepeat(
  { block: { id } }: Repeat,
  start: string,
  { until, ...walk }: Walk & { readonly until: string | undefined },
): boolean {
  const { workflow, state, seen, stops } = walk;
  if (seen.has(id) || stops.has(id) || state.draft.depth() > DEEPEST) return false;
  const inside = { ...walk, stops: new Set([...stops, id]) };
  if (until !== undefined && hasBreakpoint(until, start, inside)) return false;
  return alwaysReaches(start, { workflow, join: id, seen: new Set() });
}

/** The nodes of the blocks that a block repeats become those of its loop. */
function repeatBlocks(
  { block, iterations }: Repeat,
  start: string,
  walk: Walk,
): string | undefined {
  const { workflow, state, stops } = walk;
  const { draft, frame } = state;
  const indexName = draft.names.freeIndex(state.indexes);
  const list: NodeDocument[] = [];
  draft.enter(list);
  state.indexes.push(indexName);
  follow(start, { ...walk, stops: new Set([...stops, block.id]) }, undefined);
  state.indexes.pop();
  draft.leave();
  walk.seen.add(block.id);
  if (state.frame !== frame) state.notes.add(OTHER_ITERATIONS);
  noteErrors(block.data, state);
  const name = draft.names.fresh(`repeat_${block.id}`);
  const nodes = countedLoop({ name, from: 1, count: iterations, indexName, list });
  draft.add({ step: describe(block) }, () => withNotes(state, mapped(...nodes)));
  return workflow.next(block.id, '1');
}
