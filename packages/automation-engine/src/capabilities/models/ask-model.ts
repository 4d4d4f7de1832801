import type { JsonValue } from '@errand/foundation';
import type { Part } from '@errand/language-models';
import { ModelMissingError } from '../../errors.ts';
import type { ModelRun } from './model-run.ts';
import type { ModelQuestion } from './model-question.ts';
import { markPageText } from './mark-page-text.ts';
import { PAGE_IS_NO_INSTRUCTION, showPage } from './page-view.ts';
import { showPdf } from './show-pdf.ts';

/** Throws `ModelMissingError`, and the errors of `@errand/language-models`. */
export async function askModel(
  run: ModelRun,
  { page, pageText, pdf, image, instructions, ...question }: ModelQuestion,
): Promise<JsonValue> {
  const { models, signal } = run;
  if (!models) throw new ModelMissingError(question.purpose);
  const parts: Part[] = [
    ...(page ? await showPage(run, page) : []),
    ...(pageText === undefined ? [] : [{ type: 'text', text: markPageText(pageText) } as const]),
    ...(image ? [{ type: 'image', ...image } as const] : []),
    ...(pdf ? [await showPdf(run, pdf)] : []),
  ];
  const isShown = parts.length > 0;
  const answer = await models.answer(
    {
      ...question,
      instructions: isShown ? `${instructions}\n\n${PAGE_IS_NO_INSTRUCTION}` : instructions,
      parts: isShown ? parts : [{ type: 'text', text: 'Answer now.' }],
    },
    signal,
  );
  return answer.value;
}
