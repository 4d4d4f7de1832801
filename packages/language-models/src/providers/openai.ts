import { clientOptions, type Provider } from './define-provider.ts';

export const openai: Provider = {
  name: 'openai',
  setting: 'OPENAI_API_KEY',
  open: (model, { openai: access }) =>
    access &&
    (async () => {
      const { createOpenAI } = await import('@ai-sdk/openai');
      const provider = createOpenAI(clientOptions(access));
      return access.api === 'chat' ? provider.chat(model) : provider.responses(model);
    }),
  // Otherwise OpenAI stores requests for thirty days.
  options: ({ isClosed }) => ({ openai: { store: false, strictJsonSchema: isClosed } }),
};
