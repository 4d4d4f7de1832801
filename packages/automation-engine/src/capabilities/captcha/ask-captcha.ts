import type { JsonSchema } from '@errand/language-models';
import type { ModelQuestion } from '../models/model-question.ts';
import type { CaptchaModel } from './captcha.ts';
import { type CaptchaQuestion, solveCaptchaPart } from '../models/instructions.ts';
import type { CaptchaRun } from './captcha-run.ts';

const LARGEST_GRID = 10;
const object = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
const size: JsonSchema = { type: 'integer', minimum: 1, maximum: LARGEST_GRID };
const schemas = {
  grid: object({
    rows: size,
    columns: size,
    boxes: { type: 'array', items: { type: 'integer', minimum: 1, maximum: LARGEST_GRID ** 2 } },
  }),
  refreshed: object({ new_images: { type: 'boolean' } }),
  text: object({ text: { type: ['string', 'null'] } }),
};

interface CaptchaAnswers {
  readonly grid: {
    readonly rows: number;
    readonly columns: number;
    readonly boxes: readonly number[];
  };
  readonly refreshed: { readonly new_images: boolean };
  readonly text: { readonly text: string | null };
}

/** Throws `ModelMissingError`, and the errors of `@errand/language-models`. */
export async function askCaptcha<Question extends CaptchaQuestion>(
  { askModel }: Pick<CaptchaRun, 'askModel'>,
  question: Question,
  { model, image }: { readonly model: CaptchaModel; readonly image: ModelQuestion['image'] },
): Promise<CaptchaAnswers[Question]> {
  const answer = await askModel({
    purpose: 'captcha',
    ...model,
    instructions: solveCaptchaPart(question),
    image,
    schema: schemas[question],
  });
  // The answer has already been checked against the schema.
  return answer as unknown as CaptchaAnswers[Question];
}
