import { fetchFromProvider, type Provider } from './define-provider.ts';

export const anthropic: Provider = {
  name: 'anthropic',
  setting: 'ANTHROPIC_API_KEY',
  open: (model, { anthropic: access }) =>
    access &&
    (async () => {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return createAnthropic({
        apiKey: access.apiKey,
        ...(access.baseUrl && { baseURL: access.baseUrl }),
        fetch: fetchFromProvider,
      })(model);
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
