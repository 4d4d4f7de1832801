import { clientOptions, type Provider } from './define-provider.ts';

export const gemini: Provider = {
  name: 'gemini',
  setting: 'GEMINI_API_KEY',
  open: (model, { gemini: access }) =>
    access &&
    (async () => {
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
