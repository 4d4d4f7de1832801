import { ModelUnavailableError } from '../language-model-errors.ts';
import { clientOptions, type Provider } from './define-provider.ts';

/** Words without `..`, with slashes between them. */
const MODEL_NAME = /^(?!.*\.\.)[\w.@-]+(?:\/[\w.@-]+)*$/;

export const gemini: Provider = {
  name: 'gemini',
  setting: 'GEMINI_API_KEY',
  open: (model, { gemini: access }) =>
    access &&
    (async () => {
      assertName(model);
      const { createGoogle } = await import('@ai-sdk/google');
      return createGoogle(clientOptions(access))(model);
    }),
  options: () => ({}),
  thinking: {
    leastTokens: 1,
    options: (tokens) => ({ google: { thinkingConfig: { thinkingBudget: tokens } } }),
    isAddedToOutput: false,
  },
};

/**
 * The client makes the name a part of the address, to which it sends the key. The names come from
 * automations.
 */
function assertName(model: string): void {
  if (MODEL_NAME.test(model)) return;
  throw new ModelUnavailableError(
    `"${model}" is not the name of a model of Gemini: specify one such as gemini-2.5-flash.`,
  );
}
