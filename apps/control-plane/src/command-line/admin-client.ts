import { parseSettings } from '@errand/app-runtime';
import { z } from 'zod';

/** Calls of openapi/admin.yaml. Each throws AdminRefusedError for a refusal. */
export interface AdminClient {
  readonly get: (path: string) => Promise<unknown>;
  readonly post: (path: string, body: object) => Promise<unknown>;
  readonly patch: (path: string, body: object) => Promise<unknown>;
}

/** The control plane refused the request or could not be reached. */
export class AdminRefusedError extends Error {}

const ANSWER_DEADLINE_MS = 30_000;

const settingsSchema = z.object({
  /** URL of the control plane. */
  ERRAND_URL: z
    .url({
      protocol: /^https?$/,
      error: ({ input }) =>
        `is "${String(input)}": specify an address such as http://127.0.0.1:8080.`,
    })
    .refine(hasNoCredentials, 'has a user name or a password: remove them, ADMIN_TOKEN is sent.')
    .default('http://127.0.0.1:8080'),
  /** The control plane's setting of the same name. */
  ADMIN_TOKEN: z
    .string()
    .min(32, 'has fewer than 32 characters: specify the ADMIN_TOKEN of the control plane.'),
});

/** Reads ERRAND_URL and ADMIN_TOKEN. Throws SettingsError. */
export function openAdminClient(environment: NodeJS.ProcessEnv): AdminClient {
  const { ERRAND_URL: url, ADMIN_TOKEN: token } = parseSettings(settingsSchema, environment);
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const address = `${url.replace(/\/$/, '')}/admin/v1/${path}`;
    const response = await fetch(address, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(ANSWER_DEADLINE_MS),
    }).catch((error: unknown) => {
      throw new AdminRefusedError(
        `The control plane cannot be reached at ${address}: check ERRAND_URL.`,
        { cause: error },
      );
    });
    const text = await response.text();
    if (!response.ok) throw new AdminRefusedError(describe(response.status, text, address));
    return JSON.parse(text);
  };
  return {
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
    patch: (path, body) => call('PATCH', path, body),
  };
}

/** `fetch` refuses addresses with credentials, and messages contain the address. */
function hasNoCredentials(url: string): boolean {
  const parsed = URL.parse(url);
  return parsed?.username === '' && parsed.password === '';
}

const refusalSchema = z.object({
  detail: z.union([
    z.string(),
    z.array(z.object({ loc: z.array(z.union([z.string(), z.number()])), msg: z.string() })),
  ]),
});

function describe(status: number, text: string, address: string): string {
  const { data } = refusalSchema.safeParse(parseJson(text));
  if (data === undefined) return `${address} returned ${status}: ${text.slice(0, 500)}`;
  if (typeof data.detail === 'string') return data.detail;
  return data.detail.map(({ loc, msg }) => `${loc.slice(1).join('.')}: ${msg}`).join('\n');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
