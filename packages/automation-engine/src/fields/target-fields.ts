import { z } from 'zod';
import { boundingBoxVariables } from './bounding-box-field.ts';
import { optionalLocatorText } from './locator-fields.ts';
import { optionalField } from './optional-field.ts';
import { blankableText } from './text-fields.ts';

const coordinate = z.union([z.int(), z.string().regex(/\S/)]);
const coordinatePair = z.tuple([coordinate, coordinate]);
const coordinateObject = z.strictObject({ '[0]': coordinate, '[1]': coordinate });

/** Both wire forms become `[x, y]`: numbers where possible, else the texts with their placeholders. */
const coordinates = z
  .union([coordinatePair, coordinateObject], {
    error:
      'Give the point as [x, y] or {"[0]": x, "[1]": y}: two integers (pixels), or texts with placeholders.',
  })
  .transform((point): [number, number] | [string, string] => {
    const [x, y] = Array.isArray(point) ? point : [point['[0]'], point['[1]']];
    if (isWholeNumber(x) && isWholeNumber(y)) return [Number(x), Number(y)];
    return [String(x), String(y)];
  });

function isWholeNumber(value: number | string): boolean {
  return typeof value === 'number' || /^\s*-?\d{1,9}\s*$/.test(value);
}

/** What an interaction acts on. Shared by every sub-action that has an element as its target. */
export const targetFields = {
  command: optionalLocatorText().describe(
    'Locator expression of the element in Python Playwright syntax, such as get_by_role("button", name="Save"). Placeholders are allowed inside. Not together with xpath.',
  ),
  xpath: blankableText().describe(
    'XPath of the element. Placeholders are allowed inside. Not together with command.',
  ),
  coordinates: optionalField(coordinates).describe(
    'Point in CSS pixels from the top left corner of the page area: [x, y], or an object with the keys "[0]" and "[1]". Integers, or texts with placeholders. The step acts on what is drawn there. Not looked at when command, xpath or keyword leads the way.',
  ),
  keyword: optionalField(z.string()).describe(
    'Visible text to act on; placeholders are allowed. Upper and lower case do not matter; a place that says nothing else wins. Of several places the nearest to the coordinates counts. Not looked at when there is a command or xpath.',
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
      'Leaves out command and xpath: keyword, coordinates or prompt_instructions lead the way.',
    ),
  skip_prompt: z
    .boolean()
    .default(false)
    .describe(
      'Makes the step optional: no model is asked, and an element that is not there skips the step.',
    ),
  assert_locator_presence: z
    .boolean()
    .default(false)
    .describe(
      'Fails the step when the command finds no element in time, even with skip_prompt, and asks no model. Needs command.',
    ),
  recording_screenshot: optionalField(z.string()).describe(
    'Address of the screenshot taken when the step was recorded; a model compares the screen with it. A step that has it fails as not_implemented.',
  ),
  bounding_box_variables: boundingBoxVariables(),
};

interface TargetValues {
  readonly command?: string | undefined;
  readonly xpath?: string | undefined;
  readonly coordinates?: readonly unknown[] | undefined;
  readonly keyword?: string | undefined;
  readonly prompt_instructions: string;
  readonly assert_locator_presence: boolean;
}

/** The rules between target fields; give it to `superRefine` of every params schema that has them. */
export function checkTarget(target: TargetValues, context: z.core.$RefinementCtx): void {
  if (target.command !== undefined && target.xpath !== undefined) {
    context.addIssue({
      code: 'custom',
      path: ['xpath'],
      message: 'command and xpath exclude each other: keep one of them.',
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

/** Whether any field says what to act on. */
export function hasTarget(target: TargetValues): boolean {
  const { command, xpath, coordinates: point, keyword, prompt_instructions: prompt } = target;
  const isKeyword = keyword !== undefined && keyword.trim() !== '';
  if (isKeyword || prompt.trim() !== '') return true;
  return [command, xpath, point].some((field) => field !== undefined);
}

/** A `superRefine` check for steps that cannot do without an element. */
export function needTarget(target: TargetValues, context: z.core.$RefinementCtx): void {
  if (hasTarget(target)) return;
  context.addIssue({
    code: 'custom',
    message:
      'The step has no target: give command, xpath, coordinates, keyword or prompt_instructions.',
  });
}
