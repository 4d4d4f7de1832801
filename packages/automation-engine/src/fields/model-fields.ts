import { z } from 'zod';
import { impliedDefault } from './implied-default.ts';
import { optionalField } from './optional-field.ts';
import { requiredText } from './text-fields.ts';

/** The fields that choose the model of a step. */
export function modelFields() {
  return {
    llm_provider: impliedDefault(
      optionalField(requiredText()).describe(
        'Provider of the model: gemini, openai, anthropic or openai-compatible. Ignored when llm_model_name has the form provider/model. The default applies unless the worker is set to another one (LLM_PROVIDER).',
      ),
      'gemini',
    ),
    llm_model_name: impliedDefault(
      optionalField(requiredText()).describe(
        'Name of the model, alone or as provider/model. The default applies unless the worker is set to another one (LLM_MODEL).',
      ),
      'gemini-2.5-flash',
    ),
  };
}

type ModelParams = z.output<z.ZodObject<ReturnType<typeof modelFields>>>;

/** The model of a step, as `askModel` expects it. */
export function modelOf({ llm_provider: provider, llm_model_name: model }: ModelParams) {
  return { provider, model };
}

const pageSource = z.enum(['axtree', 'screenshot']);

/** What the model sees of the page. */
function sourceField(defaultSources: z.output<typeof pageSource>[]) {
  return z
    .array(pageSource)
    .min(1)
    .default(defaultSources)
    .describe('What the model sees: axtree (the accessibility tree as text), screenshot, or both.');
}

type PageParams = z.output<z.ZodObject<ReturnType<typeof pageFields>>>;

/** What a step shows the model, as `askModel` expects it. */
export function pageOf(params: PageParams) {
  const {
    source: sources,
    include_full_page: isFullPage,
    recording_screenshot: exampleUrl,
  } = params;
  return { sources, isFullPage, exampleUrl };
}

function imageAddress() {
  return z
    .string()
    .refine((text) => ['http:', 'https:'].includes(URL.parse(text)?.protocol ?? ''), {
      error: 'Give the absolute address of an image, like https://files.example/page.png.',
    });
}

/** The fields of a step that shows the page to a model. */
export function pageFields(defaultSources: z.output<typeof pageSource>[]) {
  return {
    source: sourceField(defaultSources),
    recording_screenshot: optionalField(imageAddress()).describe(
      'Address (http or https) of the screenshot taken when the step was recorded: PNG, JPEG or WebP, at most 10 MiB. The model sees it as an example.',
    ),
    include_full_page: z
      .boolean()
      .default(false)
      .describe(
        'The screenshot shows the whole page (7900 pixels of it at most), not only what is scrolled into view. The accessibility tree always does.',
      ),
  };
}

/** Returns the question's field that needs a web page, and how to do without it. */
export function pageFieldOf({ include_full_page: isFullPage, source }: PageParams) {
  if (isFullPage) return { name: 'include_full_page' };
  if (!source.includes('axtree')) return undefined;
  return { name: 'source', wayOut: 'let the model see the screenshot: source ["screenshot"]' };
}
