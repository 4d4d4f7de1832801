import { createBrowserNetwork } from '@errand/browser-relay';
import { z } from 'zod';

export const networkSettings = {
  /**
   * Allows browsers, api_call, file_url and replayed downloads to reach private and loopback
   * addresses. Link-local, metadata and reserved addresses stay blocked, and so do the parts of
   * this installation.
   */
  ALLOW_PRIVATE_ADDRESSES: z
    .stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] })
    .default(false),
  /**
   * Private hosts that browsers, api_call, file_url and replayed downloads may reach anyway:
   * comma-separated names, addresses and ranges (`10.1.0.0/16`). Default: none.
   */
  BROWSER_ALLOWED_HOSTS: z
    .string()
    .default('')
    .transform((text, context) => readHosts('allowedHosts', text, context)),
  /**
   * Parts of this installation that no task may reach, such as the database and storage:
   * comma-separated `host:port`. This process, the control plane and the addresses that it returns
   * at registration (public API, gateways) are always blocked. Default: the usual ports at the
   * control plane's host (8080 to 8083, 9000, 5432, 5433).
   */
  BROWSER_CLOSED_ADDRESSES: z
    .string()
    .default('')
    .transform((text, context) => readHosts('closedAddresses', text, context)),
};

type Parsed = z.output<z.ZodObject<typeof networkSettings>> & {
  readonly CONTROL_PLANE_URL: string;
};

/**
 * Ports used by the `.env.example` files and `npm start`: public API, gateway and its metrics,
 * workers, local inference, Postgres.
 */
const USUAL_PORTS = [8080, 8081, 8082, 8083, 9000, 5432, 5433];

/** Returns which addresses the tasks of this process may reach. */
export function readNetworkConfig(settings: Parsed) {
  const { hostname, protocol, port } = new URL(settings.CONTROL_PLANE_URL);
  const controlPlane = `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
  const named = settings.BROWSER_CLOSED_ADDRESSES;
  const others = named.length > 0 ? named : USUAL_PORTS.map((usual) => `${hostname}:${usual}`);
  return {
    allowPrivateAddresses: settings.ALLOW_PRIVATE_ADDRESSES,
    allowedHosts: settings.BROWSER_ALLOWED_HOSTS,
    closedAddresses: [controlPlane, ...others],
  };
}

function readHosts(
  kind: 'allowedHosts' | 'closedAddresses',
  text: string,
  context: z.RefinementCtx,
): readonly string[] {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
  try {
    createBrowserNetwork({ allowPrivateAddresses: false, [kind]: entries });
    return entries;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    context.addIssue({ code: 'custom', message: error.message });
    return z.NEVER;
  }
}
