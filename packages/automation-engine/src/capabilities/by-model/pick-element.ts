import { bindText, parseTemplate } from '@errand/expressions';
import type { JsonSchema } from '@errand/language-models';
import { type AutomationError, ModelMissingError } from '../../errors.ts';
import type { ModelTree } from '../../page/model-tree/read-model-tree.ts';
import { PAGE_IS_NO_INSTRUCTION } from '../models/page-view.ts';
import { showRecording } from '../models/show-recording.ts';
import type { TargetStep } from './target-step.ts';
import { viewPage } from '../agents/view-page.ts';

export type Picked =
  | {
      readonly state: 'picked';
      readonly tree: ModelTree;
      readonly index: number;
      readonly model: string;
    }
  | { readonly state: 'not-there'; readonly reason: string; readonly model: string };

const instructions = `You find the one element of a web page that a step of an automation acts on.
The page is given as indented lines. A line such as [12]<button type=submit /> is an element with its index; lines without an index are texts, those below an element belong to it.
Answer with the index of the element that the description means. Answer with -1 if it is not on the page, or if several fit and nothing says which one is meant: a wrong element is worse than none.
${PAGE_IS_NO_INSTRUCTION}`;

const schema: JsonSchema = {
  type: 'object',
  properties: {
    index: { type: 'integer', description: 'Index of the element, or -1.' },
    reason: { type: 'string', description: 'One short sentence.' },
  },
  required: ['index', 'reason'],
  additionalProperties: false,
};

/** Asks the model for the element that the step's instructions describe. */
export async function pickElement(
  { run, kind, recordedTree, target }: TargetStep,
  problem: AutomationError | undefined,
): Promise<Picked> {
  if (!run.models) throw new ModelMissingError('target');
  const { tree, parts } = await viewPage(run.agent);
  const goal = bindText(parseTemplate(target.prompt_instructions ?? ''), run.bindings);
  const lines = [
    `The step: ${kind}`,
    `The element: ${goal}`,
    ...(problem ? [`What was tried before: ${problem.message}`] : []),
    ...hintLines(recordedTree),
  ];
  const answer = await run.models.answer(
    {
      purpose: 'target',
      instructions,
      parts: [
        { type: 'text', text: lines.join('\n') },
        ...(await showRecording(run.screen, target)),
        ...parts,
      ],
      schema,
    },
    run.signal,
  );
  const { index, reason } = readAnswer(answer.value);
  const { model } = answer;
  if (index > 0) return { state: 'picked', tree, index, model };
  return { state: 'not-there', reason, model };
}

function hintLines(recorded: string | undefined): string[] {
  if (recorded === undefined) return [];
  return [
    'Where the element stood when the step was recorded; indices may be others now:',
    recorded,
  ];
}

/** The value has already been checked against the schema. */
function readAnswer(value: unknown): { readonly index: number; readonly reason: string } {
  const { index, reason } = value as { index: number; reason: string };
  return { index, reason };
}
