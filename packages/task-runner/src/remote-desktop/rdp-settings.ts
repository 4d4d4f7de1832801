import { createEgressGuard, type EgressGuard } from '@errand/egress-guard';
import { z } from 'zod';

/** How to connect to the remote desktops of tasks. */
export interface RdpConfig {
  /**
   * `verify`: TLS with a certificate that is known here, or signed for that host by a known
   * authority. `ignore`: no verification.
   */
  readonly certificates: 'verify' | 'ignore';
  /** PEM file of authorities in addition to those of the system. */
  readonly authorityFile: string | undefined;
  /** SHA-256 fingerprints of certificates to accept as they are, in hexadecimal with colons. */
  readonly fingerprints: readonly string[];
  /** Allows the hosts that the operator named; undefined: the guard of other requests decides. */
  readonly allowedHosts: EgressGuard | undefined;
  /** Time until the user is logged in and the desktop is visible. */
  readonly loginMs: number;
}

const FINGERPRINT = /^(?:[\da-f]{2}:){31}[\da-f]{2}$/;

export const rdpSettings = {
  /**
   * `verify` accepts only remote desktops that prove their identity; `ignore` would give the
   * password to a man in the middle.
   */
  RDP_CERTIFICATES: z.enum(['verify', 'ignore']).default('verify'),
  /** PEM file of additional authorities. Default: those of the system. */
  RDP_CA_FILE: z.string().startsWith('/', 'Write an absolute path.').optional(),
  /**
   * Comma-separated SHA-256 fingerprints of certificates to accept although no authority signed
   * them. Default: none.
   */
  RDP_FINGERPRINTS: z.string().default('').transform(readFingerprints),
  /**
   * Hosts that tasks may name: comma-separated names, addresses and ranges (`10.1.0.0/16`).
   * Default: public hosts, and private ones with ALLOW_PRIVATE_ADDRESSES.
   */
  RDP_ALLOWED_HOSTS: z.string().default('').transform(readHosts),
  /** Time to connect and log in, in seconds. */
  RDP_LOGIN_SECONDS: z.coerce.number().min(5).max(600).default(60),
};

const schema = z.object(rdpSettings);

export function readRdpConfig(parsed: z.output<typeof schema>): RdpConfig {
  return {
    certificates: parsed.RDP_CERTIFICATES,
    authorityFile: parsed.RDP_CA_FILE,
    fingerprints: parsed.RDP_FINGERPRINTS,
    allowedHosts: parsed.RDP_ALLOWED_HOSTS,
    loginMs: parsed.RDP_LOGIN_SECONDS * 1_000,
  };
}

function readFingerprints(text: string, context: z.RefinementCtx): readonly string[] {
  const fingerprints = readList(text.toLowerCase());
  const wrong = fingerprints.find((one) => !FINGERPRINT.test(one));
  if (wrong === undefined) return fingerprints;
  context.addIssue({
    code: 'custom',
    message: `"${wrong}" is not a SHA-256 fingerprint: write 32 pairs of hexadecimal digits with colons, as "openssl x509 -fingerprint -sha256" prints them.`,
  });
  return z.NEVER;
}

function readHosts(text: string, context: z.RefinementCtx): EgressGuard | undefined {
  const allowedHosts = readList(text);
  if (allowedHosts.length === 0) return undefined;
  try {
    return createEgressGuard({
      allowPublicAddresses: false,
      allowPrivateAddresses: false,
      allowedHosts,
    });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    context.addIssue({ code: 'custom', message: error.message });
    return z.NEVER;
  }
}

function readList(text: string): readonly string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
}
