import { defineRoute } from '../http/define-route.ts';
import { holderOf } from '../leases/holder-of.ts';
import type { SecretResolver } from './secret-resolver.ts';

/** A worker is about to type a secret. */
export const resolveSecret = defineRoute(
  'resolveSecret',
  async ({ secrets }: { readonly secrets: SecretResolver }, { params, body, trace, signal }) => {
    const resolved = await secrets.resolve({ ...holderOf(params, body), trace }, body, signal);
    return {
      status: 200,
      body: {
        value: resolved.secret.reveal(),
        expires_at: resolved.expiresAt?.toISOString() ?? null,
        allowed_origins: resolved.allowedOrigins ?? null,
      },
    };
  },
);
