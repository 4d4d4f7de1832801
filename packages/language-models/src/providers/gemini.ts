import { createGoogle } from '@ai-sdk/google';
import { fetchWithoutRedirects, type Provider } from './define-provider.ts';

export const gemini: Provider = {
  name: 'gemini',
  setting: 'GEMINI_API_KEY',
  open: (model, { gemini: access }) =>
    access &&
    createGoogle({
      apiKey: access.apiKey,
      ...(access.baseUrl && { baseURL: access.baseUrl }),
      fetch: fetchWithoutRedirects,
    })(model),
  options: () => ({}),
};
