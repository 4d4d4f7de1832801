import { EgressFailedError } from '@errand/egress-guard';
import { AddressRefusedError } from './address-refused-error.ts';
import type { Destination } from './read-socks-request.ts';

/** Records why hosts were not reached, which a browser behind a relay cannot know. */
export interface ConnectionProblems {
  /**
   * Returns the end of a sentence about the URL's host; undefined when its last connection
   * succeeded.
   */
  readonly of: (url: string) => string | undefined;
  /** Records the problem, and logs the first refusal of each host. */
  readonly add: (destination: Destination, error: unknown) => void;
  readonly clear: (destination: Destination) => void;
}

/** Receives each host that a browser must not reach, once. */
export interface RefusalLog {
  readonly warn: (message: string, fields: object) => unknown;
}

/** Bounds memory and log, because a page may try any number of names. */
const MOST_KEPT = 500;
const MOST_LOGGED = 100;
const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

export function createConnectionProblems(logger: RefusalLog): ConnectionProblems {
  const texts = new Map<string, string>();
  const logged = new Set<string>();
  return {
    of(address) {
      const url = URL.parse(address);
      if (!url) return undefined;
      const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
      return texts.get(`${host} ${url.port || DEFAULT_PORTS[url.protocol]}`);
    },
    add({ host, port }, error) {
      const key = `${host} ${port}`;
      texts.delete(key);
      texts.set(key, describeProblem(error));
      const [oldest] = texts.keys();
      if (texts.size > MOST_KEPT && oldest !== undefined) texts.delete(oldest);
      if (!(error instanceof AddressRefusedError) || logged.has(host)) return;
      if (logged.size === MOST_LOGGED) return;
      logged.add(host);
      logger.warn('refused an address that a browser requested', {
        host,
        port,
        reason: error.reason,
      });
    },
    clear: ({ host, port }) => void texts.delete(`${host} ${port}`),
  };
}

/** Error names that browsers show for direct connections. */
const BROWSER_ERRORS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'net::ERR_CONNECTION_REFUSED',
  ECONNRESET: 'net::ERR_CONNECTION_RESET',
  ETIMEDOUT: 'net::ERR_CONNECTION_TIMED_OUT',
};

function describeProblem(error: unknown): string {
  if (error instanceof AddressRefusedError) return error.message;
  if (error instanceof EgressFailedError) return 'net::ERR_NAME_NOT_RESOLVED';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return BROWSER_ERRORS[code] ?? 'net::ERR_ADDRESS_UNREACHABLE';
}
