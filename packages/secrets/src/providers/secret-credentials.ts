import type { EgressGuard } from '@errand/egress-guard';
import type { Secret } from '../secret.ts';

/** What opens vaults. A kind that is missing cannot be used. */
export interface SecretCredentials {
  readonly onepassword?: ConnectCredentials | ServiceAccountCredentials | undefined;
  readonly amazonSecretsManager?: AmazonCredentials | undefined;
}

/** A Connect server. */
export interface ConnectCredentials {
  readonly kind: 'connect';
  readonly url: string;
  readonly token: Secret;
  /** Calls it, where a client gave the address. Default: the address is the operator's. */
  readonly egress?: Pick<EgressGuard, 'request'> | undefined;
}

/** A service account of 1password.com. */
export interface ServiceAccountCredentials {
  readonly kind: 'service-account';
  readonly token: Secret;
}

export interface AmazonCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: Secret;
  /** Default: that of the region. */
  readonly endpoint?: string | undefined;
}
