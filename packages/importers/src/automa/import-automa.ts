import { asList, asText, member } from '../draft/json.ts';
import { createDraft } from '../draft/recording-draft.ts';
import { tooLong } from '../draft/source-limits.ts';
import type { Imported } from '../imported.ts';
import {
  type AutomaState,
  createState,
  findGiven,
  findSecretVariables,
  type GivenValues,
} from './automa-state.ts';
import { readWorkflow } from './read-workflow.ts';
import { followBlocks } from './follow-blocks.ts';

/** Imports an Automa workflow (`.automa.json`) along its edges, from the trigger. Never throws. */
export function importAutoma(text: string): Imported {
  const kind = 'automa';
  const problem = tooLong(text);
  if (problem !== undefined) return { kind, recordings: [], problem };
  const workflow = readWorkflow(text);
  if (!workflow)
    return { kind, recordings: [], problem: 'It is not JSON with a drawflow of nodes.' };
  const all = [...workflow.blocks.values()].flatMap(({ data }) => [
    data,
    ...asList(member(data, 'blocks')).map((one) => member(one, 'data')),
  ]);
  const secretVariables = findSecretVariables(all);
  const given = findGiven(all, workflow.globalData);
  const read = (written: GivenValues['written']): AutomaState => {
    const values = { secretVariables, given: { ...given, written }, notes: workflow.notes };
    const state = createState(createDraft(), values);
    followBlocks(workflow, state);
    return state;
  };
  const first = read(given.written);
  // Blocks that are left out write nothing, which only the first reading shows.
  const isExact = given.written.isSubsetOf(first.written);
  const { draft } = isExact ? first : read(first.written);
  const description = [...workflow.blocks.values()].map(({ data }) =>
    asText(member(data, 'description')),
  );
  const name = workflow.name === '' ? (description.find((one) => one) ?? '') : workflow.name;
  return { kind, recordings: [draft.finish(name)] };
}
