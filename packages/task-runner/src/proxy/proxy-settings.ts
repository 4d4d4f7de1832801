import { z } from 'zod';

/** Proxy for the browsers of tasks with `use_proxy`. */
export interface ProxyConfig {
  /** `http:` or `https:`, without credentials. */
  readonly url: URL;
  readonly username: string | undefined;
  readonly password: string;
  /** Two-letter country code, for providers that choose addresses by country. */
  readonly country: string;
  readonly provider: 'oxylabs' | 'brightdata' | 'other';
}

export const proxySettings = {
  /**
   * Proxy for tasks with use_proxy, `http://host:port` or `https://`. Without it such tasks fail.
   */
  PROXY_URL: z.url({ protocol: /^https?$/ }).optional(),
  PROXY_USERNAME: z.string().min(1).optional(),
  PROXY_PASSWORD: z.string().optional(),
  /** Two-letter country of the proxy addresses; used by oxylabs. Default US. */
  PROXY_COUNTRY: z
    .string()
    .regex(/^[A-Za-z]{2}$/, 'Write two letters, such as US.')
    .default('US'),
  /**
   * How the user name requests one address for the whole task: oxylabs, brightdata; `other` sends
   * it unchanged.
   */
  PROXY_PROVIDER: z.enum(['oxylabs', 'brightdata', 'other']).default('other'),
};

type Parsed = z.output<z.ZodObject<typeof proxySettings>>;

/** Returns undefined for no proxy. Adds an issue for conflicting settings. */
export function readProxyConfig(
  settings: Parsed,
  refuse: (setting: string, message: string) => void,
): ProxyConfig | undefined {
  const { PROXY_URL: text, PROXY_USERNAME: username, PROXY_PASSWORD: password } = settings;
  const { PROXY_PROVIDER: provider } = settings;
  if (text === undefined) {
    if (username !== undefined) refuse('PROXY_URL', 'PROXY_USERNAME needs PROXY_URL.');
    return undefined;
  }
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') {
    refuse('PROXY_URL', 'Give user name and password as PROXY_USERNAME and PROXY_PASSWORD.');
  }
  if (password !== undefined && username === undefined) {
    refuse('PROXY_USERNAME', 'PROXY_PASSWORD needs PROXY_USERNAME.');
  }
  if (provider !== 'other' && username === undefined) {
    refuse('PROXY_USERNAME', `PROXY_PROVIDER ${provider} needs PROXY_USERNAME.`);
  }
  return { url, username, password: password ?? '', country: settings.PROXY_COUNTRY, provider };
}
