import { z } from 'zod';
import { boundingBoxVariables } from './bounding-box-field.ts';
import { optionalLocatorText } from './locator-fields.ts';
import { optionalField } from './optional-field.ts';
import { blankableText } from './text-fields.ts';

const coordinate = z.union([z.int(), z.string().regex(/\S/)]);
const coordinatePair = z.tuple([coordinate, coordinate]);
const coordinateObject = z.strictObject({ '[0]': coordinate, '[1]': coordinate });

/**
 * Both wire forms become `[x, y]`: numbers where possible, or else strings with placeholders.
 */
const coordinates = z
  .union([coordinatePair, coordinateObject], {
    error:
      'Give the point as [x, y] or {"[0]": x, "[1]": y}: two integers (pixels), or strings with placeholders.',
  })
  .transform((point): [number, number] | [string, string] => {
    const [x, y] = Array.isArray(point) ? point : [point['[0]'], point['[1]']];
    if (isWholeNumber(x) && isWholeNumber(y)) return [Number(x), Number(y)];
    return [String(x), String(y)];
  });

function isWholeNumber(value: number | string): boolean {
  return typeof value === 'number' || /^\s*-?\d{1,9}\s*$/.test(value);
}

/** What an interaction acts on. Shared by every sub-action that targets an element. */
export const targetFields = {
  command: optionalLocatorText().describe(
    'Locator expression of the element in Python Playwright syntax, such as get_by_role("button", name="Save"). Placeholders are allowed inside. Cannot be combined with xpath. A step that acts on the screen uses it only without coordinates and keyword, and clicks where the element is on the page.',
  ),
  xpath: blankableText().describe(
    'XPath of the element. Placeholders are allowed inside. Cannot be combined with command.',
  ),
  coordinates: optionalField(coordinates).describe(
    'Point in CSS pixels from the top left corner of the page area, or in pixels of the screen for a step that acts on it: [x, y], or an object with the keys "[0]" and "[1]". Integers, or texts with placeholders. The step acts on what is drawn there. -1 and -1 stand for a place that an earlier step did not find. Ignored when keyword is used; on a page, also when command or xpath is used.',
  ),
  keyword: optionalField(z.string()).describe(
    'Visible text to act on; placeholders are allowed. Case does not matter; on a page, a place with no other text takes precedence. Of several places, the one nearest to the coordinates is used. On a page, it is ignored when there is a command or xpath. On a screen, it is found by text recognition: one word, or words of one line.',
  ),
  prompt_instructions: z
    .string()
    .default('')
    .describe(
      'What to act on, in plain language; a model picks the element when the locator does not lead to one.',
    ),
  skip_command: z
    .boolean()
    .default(false)
    .describe(
      'Ignores command and xpath: keyword, coordinates or prompt_instructions find the target.',
    ),
  skip_prompt: z
    .boolean()
    .default(false)
    .describe(
      'Makes the step optional: no model is asked, and the step is skipped if its element is not there.',
    ),
  assert_locator_presence: z
    .boolean()
    .default(false)
    .describe(
      'Fails the step when the command finds no element in time, even with skip_prompt, and asks no model. Needs command.',
    ),
  recording_screenshot: optionalField(z.string().superRefine(checkImage)).describe(
    'Screenshot taken when the step was recorded, of the page area or of the screen: an address (http, https or data), PNG, at most 10 MiB. Before the step acts (verify_before_step), it looks for what the screenshot shows around the coordinates, and follows that if it has moved. A model that looks for the target sees it as an example, in JPEG or WebP too.',
  ),
  bounding_box_variables: boundingBoxVariables(),
};

/** The fields that say what to act on, with their wire names. */
export type TargetParams = z.output<z.ZodObject<typeof targetFields>>;

/** Accepts a web address, or the image itself as a data URL. */
function checkImage(text: string, context: z.core.$RefinementCtx): void {
  if (['http:', 'https:'].includes(URL.parse(text)?.protocol ?? '')) return;
  if (/^data:image\/(?:png|jpeg|webp);base64,[A-Za-z0-9+/=\s]+$/.test(text)) return;
  const message =
    'Give the absolute address of an image, like https://files.example/step.png, or the image itself as data:image/png;base64,...';
  context.addIssue({ code: 'custom', message });
}

/**
 * Checks the rules between target fields; pass it to `superRefine` of every params schema that has
 * them.
 */
export function checkTarget(target: TargetParams, context: z.core.$RefinementCtx): void {
  if (target.command !== undefined && target.xpath !== undefined) {
    context.addIssue({
      code: 'custom',
      path: ['xpath'],
      message: 'command and xpath cannot be combined: keep one of them.',
    });
  }
  const { bounding_box_variables: box, keyword, prompt_instructions: prompt } = target;
  if (box !== undefined && !keyword?.trim() && prompt.trim() === '') {
    context.addIssue({
      code: 'custom',
      path: ['bounding_box_variables'],
      message:
        'bounding_box_variables limits where a keyword is searched for, or which part of the screen a model sees: specify keyword or prompt_instructions.',
    });
  }
  if (target.assert_locator_presence && target.command === undefined) {
    context.addIssue({
      code: 'custom',
      path: ['assert_locator_presence'],
      message:
        'assert_locator_presence needs a command: it asserts that the locator finds an element.',
    });
  }
}

/** The strings that name a target, such as a locator with the label of a field. */
export function listTargetTexts(target: TargetParams): readonly (string | undefined)[] {
  const { command, xpath, keyword, prompt_instructions: prompt } = target;
  return [command, xpath, keyword, prompt];
}

/** Whether any field says what to act on. */
export function hasTarget(target: TargetParams): boolean {
  const { command, xpath, coordinates: point, keyword, prompt_instructions: prompt } = target;
  const isKeyword = keyword !== undefined && keyword.trim() !== '';
  if (isKeyword || prompt.trim() !== '') return true;
  return [command, xpath, point].some((field) => field !== undefined);
}

/** A `superRefine` check for steps that need a target. */
export function needTarget(target: TargetParams, context: z.core.$RefinementCtx): void {
  if (hasTarget(target)) return;
  context.addIssue({
    code: 'custom',
    message:
      'The step has no target: specify command, xpath, coordinates, keyword or prompt_instructions.',
  });
}
