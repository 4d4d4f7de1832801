import { z } from 'zod';
import { locatorText, optionalLocatorText } from '../../fields/locator-fields.ts';
import { modelFields, modelOf } from '../../fields/model-fields.ts';
import { requiredText } from '../../fields/text-fields.ts';
import { defineAction } from '../define-action.ts';

const configuration = z.strictObject({
  primary_click_x_offset: z
    .number()
    .default(0)
    .describe('Click on the first element: pixels from its left edge.'),
  primary_click_y_offset: z
    .number()
    .default(0)
    .describe('Click on the first element: pixels from its top edge.'),
  grid_top_offset: z
    .number()
    .min(0)
    .default(100)
    .describe('Height of what is above the grid of pictures, in pixels.'),
  grid_bottom_trim: z
    .number()
    .min(0)
    .default(100)
    .describe('Height of what is below the grid of pictures, in pixels.'),
  max_captcha_retries: z
    .int()
    .min(0)
    .max(20)
    .default(3)
    .describe('Maximum number of attempts, and of rounds of new pictures in each.'),
  thinking_budget_tokens: z
    .int()
    .min(0)
    .nullable()
    .default(null)
    .describe(
      'Maximum number of tokens for the thoughts of the model; 0 for none, null leaves it to the model. Models of gemini and anthropic (from 1024) support it; with others the step fails with model_error.',
    ),
});

export const captchaAction = defineAction({
  group: 'node',
  kind: 'captcha_action',
  summary:
    'Clicks a captcha and lets a model solve its grid of pictures, or reads a picture and types its text; fails with captcha_unsolved.',
  example: { locator: 'frame_locator("iframe").get_by_role("checkbox")' },
  place: 'page',
  params: z.strictObject({
    locator: locatorText().describe(
      'Locator expression of the box to tick, or of the picture to read when secondary_locator is a text field.',
    ),
    secondary_locator: optionalLocatorText().describe(
      'Locator expression of the grid of pictures that may follow, or of the text field for what the picture says.',
    ),
    wait_time: z
      .number()
      .min(0)
      .default(2)
      .describe('Wait for the grid after the click, in seconds.'),
    ...modelFields(),
    llm_model_name: requiredText()
      .default('gemini-2.5-pro')
      .describe('Name of the model, alone or as provider/model.'),
    config: configuration.prefault({}).describe('Layout of the captcha and limits for solving it.'),
  }),
  effects: { longestWait: ({ wait_time: seconds }) => ({ field: 'wait_time', seconds }) },
  run: async (context, params) => {
    const { config } = params;
    await context.models.solveCaptcha({
      locator: params.locator,
      secondaryLocator: params.secondary_locator ?? undefined,
      waitMs: params.wait_time * 1000,
      model: {
        ...modelOf(params),
        thinkingTokens: config.thinking_budget_tokens ?? undefined,
      },
      clickOffset: { x: config.primary_click_x_offset, y: config.primary_click_y_offset },
      gridTop: config.grid_top_offset,
      gridBottom: config.grid_bottom_trim,
      maxAttempts: config.max_captcha_retries,
    });
    return { outcome: 'done' };
  },
});
