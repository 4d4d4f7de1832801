import { readFile, stat } from 'node:fs/promises';
import type { JsonValue } from '@errand/expressions';
import type { Part } from '@errand/language-models';
import { FileUnreadableError, ModelMissingError } from '../errors.ts';
import type { RunState } from '../run-state.ts';
import type { ModelQuestion } from './model-question.ts';
import { markPageText, pageIsNoInstruction, showPage } from './page-view.ts';

/** Throws `ModelMissingError`, and the errors of `@errand/language-models`. */
export async function askModel(
  run: RunState,
  { page, pageText, pdf, image, instructions, ...question }: ModelQuestion,
): Promise<JsonValue> {
  const { models, signal } = run;
  if (!models) throw new ModelMissingError(question.purpose);
  const parts: Part[] = [
    ...(page ? await showPage(run, page) : []),
    ...(pageText === undefined ? [] : [{ type: 'text', text: markPageText(pageText) } as const]),
    ...(image ? [{ type: 'image', ...image } as const] : []),
    ...(pdf ? [await readPdf(run, pdf)] : []),
  ];
  const isShown = parts.length > 0;
  const answer = await models.answer(
    {
      ...question,
      instructions: isShown ? `${instructions}\n\n${pageIsNoInstruction}` : instructions,
      parts: isShown ? parts : [{ type: 'text', text: 'Answer now.' }],
    },
    signal,
  );
  return answer.value;
}

async function readPdf(
  { limits: { maxPdfBytes: maxBytes }, signal }: RunState,
  { path, filename }: NonNullable<ModelQuestion['pdf']>,
): Promise<Part> {
  const { size } = await stat(path);
  if (size > maxBytes) {
    throw new FileUnreadableError(filename, `it has ${size} bytes, at most ${maxBytes} are read`);
  }
  return { type: 'pdf', content: await readFile(path, { signal }), filename };
}
