import { clientOptions, type Provider } from './define-provider.ts';

export const anthropic: Provider = {
  name: 'anthropic',
  setting: 'ANTHROPIC_API_KEY',
  open: (model, { anthropic: access }) =>
    access &&
    (async () => {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return createAnthropic(clientOptions(access))(model);
    }),
  // The native format limits the number of nullable fields, and automation formats have many.
  options: () => ({ anthropic: { structuredOutputMode: 'jsonTool' } }),
  thinking: {
    leastTokens: 1024,
    options: (tokens) => ({
      anthropic: {
        thinking: tokens === 0 ? { type: 'disabled' } : { type: 'enabled', budgetTokens: tokens },
      },
    }),
    isAddedToOutput: true,
  },
};
