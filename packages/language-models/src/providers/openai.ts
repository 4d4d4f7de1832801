import { fetchFromProvider, type Provider } from './define-provider.ts';

export const openai: Provider = {
  name: 'openai',
  setting: 'OPENAI_API_KEY',
  open: (model, { openai: access }) =>
    access &&
    (async () => {
      const { createOpenAI } = await import('@ai-sdk/openai');
      const provider = createOpenAI({
        apiKey: access.apiKey,
        ...(access.baseUrl && { baseURL: access.baseUrl }),
        fetch: fetchFromProvider,
      });
      return access.api === 'chat' ? provider.chat(model) : provider.responses(model);
    }),
  // Otherwise OpenAI stores requests for thirty days.
  options: ({ isClosed }) => ({ openai: { store: false, strictJsonSchema: isClosed } }),
};
