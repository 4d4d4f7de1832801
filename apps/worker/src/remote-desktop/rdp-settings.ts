import { createEgressGuard, type EgressGuard } from '@errand/egress-guard';
import { z } from 'zod';

/** How remote desktops of tasks are reached. */
export interface RdpConfig {
  /** `verify`: by TLS, with a certificate that is known here or signed by a known authority for that host. `ignore`: anyhow. */
  readonly certificates: 'verify' | 'ignore';
  /** File of authorities in PEM, beside those of the system. */
  readonly authorityFile: string | undefined;
  /** SHA-256 of certificates that are taken as they are, in hexadecimal with colons. */
  readonly fingerprints: readonly string[];
  /** Knows the hosts that the operator has named; undefined: the guard of other requests decides. */
  readonly allowedHosts: EgressGuard | undefined;
  /** Until the user is logged in and the desktop can be seen. */
  readonly loginMs: number;
}

const FINGERPRINT = /^(?:[\da-f]{2}:){31}[\da-f]{2}$/;

export const rdpSettings = {
  /** `verify` takes only remote desktops that prove who they are; `ignore` would give the password to anybody in between. */
  RDP_CERTIFICATES: z.enum(['verify', 'ignore']).default('verify'),
  /** Authorities of your own, a file in PEM. Default: those of the system. */
  RDP_CA_FILE: z.string().startsWith('/', 'Write an absolute path.').optional(),
  /** SHA-256 fingerprints of certificates that are taken although nobody signed them, with commas between them. Default: none. */
  RDP_FINGERPRINTS: z.string().default('').transform(readFingerprints),
  /** Hosts that tasks may name: names, addresses and ranges (`10.1.0.0/16`), with commas. Default: public ones, private ones with ALLOW_PRIVATE_ADDRESSES. */
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
    message: `"${wrong}" is no SHA-256 fingerprint: write 32 pairs of hexadecimal digits with colons, as "openssl x509 -fingerprint -sha256" prints them.`,
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
