import { fetchFromProvider, type Provider } from './define-provider.ts';

export const openaiCompatible: Provider = {
  name: 'openai-compatible',
  setting: 'OPENAI_COMPATIBLE_BASE_URL',
  open: (model, { openaiCompatible: access }) =>
    access &&
    (async () => {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      return createOpenAICompatible({
        name: 'compatible',
        baseURL: access.baseUrl,
        ...(access.apiKey && { apiKey: access.apiKey }),
        supportsStructuredOutputs: true,
        fetch: fetchFromProvider,
      })(model);
    }),
  options: ({ isClosed }) => ({ compatible: { strictJsonSchema: isClosed } }),
  isSchemaSaid: true,
};
