import { readFileSync } from 'node:fs';
import { UsageError } from '../errors/command-errors.ts';
import type { Environment } from '../terminal/environment.ts';
import { type Profile, readProfiles } from './profile-file.ts';

export interface Connection {
  readonly url: string;
  readonly apiKey: string;
  /** Where the URL and the key come from, in human-readable form. */
  readonly source: string;
}

/** The name of the installation that `npm start` runs on this machine. */
const LOCAL = 'local';

const WAY_OUT = 'Run "errand login", or set ERRAND_URL and ERRAND_API_KEY.';

/**
 * Returns the profile that --profile or ERRAND_PROFILE names; or ERRAND_URL and ERRAND_API_KEY; or
 * the profile of the last login; or the installation running on this machine. Throws UsageError
 * if none of them exists.
 */
export function chooseConnection(env: Environment, named: string | undefined): Connection {
  const name = named ?? (env['ERRAND_PROFILE'] || undefined);
  if (name !== undefined) return useProfile(env, name);
  const { current, profiles } = readProfiles(env);
  const stored = current === null ? undefined : profiles[current];
  const fallback = stored ?? findLocal(env);
  const { ERRAND_URL: url, ERRAND_API_KEY: apiKey } = env;
  if (url || apiKey) return useEnvironment({ url, apiKey }, fallback);
  if (!fallback) throw new UsageError(`No server is known. ${WAY_OUT}`);
  const source = stored
    ? `profile "${current}"`
    : 'the installation running on this machine (npm start)';
  return { url: checkUrl(fallback.url), apiKey: fallback.api_key, source };
}

function useProfile(env: Environment, name: string): Connection {
  const { profiles } = readProfiles(env);
  const own = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  const profile = own ?? (name === LOCAL ? findLocal(env) : undefined);
  if (!profile) {
    const known = Object.keys(profiles).map((one) => `"${one}"`);
    throw new UsageError(
      `There is no profile "${name}". ${known.length === 0 ? WAY_OUT : `There are ${known.join(', ')}.`}`,
    );
  }
  return { url: checkUrl(profile.url), apiKey: profile.api_key, source: `profile "${name}"` };
}

/** If one variable is missing, the profile replaces it, but its key goes only to its own server. */
function useEnvironment(
  { url, apiKey }: { readonly url: string | undefined; readonly apiKey: string | undefined },
  stored: Profile | undefined,
): Connection {
  const source = 'ERRAND_URL and ERRAND_API_KEY';
  if (url && apiKey) return { url: checkUrl(url), apiKey, source };
  if (!url) {
    if (!stored) throw new UsageError('ERRAND_API_KEY is set, but ERRAND_URL is not.');
    return { url: checkUrl(stored.url), apiKey: apiKey ?? '', source: 'ERRAND_API_KEY' };
  }
  if (!stored || checkUrl(stored.url) !== checkUrl(url)) {
    throw new UsageError(`ERRAND_URL is set to ${url}, but ERRAND_API_KEY is not.`);
  }
  return { url: checkUrl(url), apiKey: stored.api_key, source: 'ERRAND_URL' };
}

/** While such an installation runs, bin/errand says where it publishes its API. */
function findLocal(env: Environment): Profile | undefined {
  const file = env['ERRAND_LOCAL_API_FILE'];
  if (!file) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Profile;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Returns the URL without a trailing slash. Throws UsageError. */
export function checkUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash) {
    throw new UsageError(
      `The URL of the server is "${text}": specify one such as https://errand.example.com.`,
    );
  }
  return url.href.replace(/\/+$/, '');
}
