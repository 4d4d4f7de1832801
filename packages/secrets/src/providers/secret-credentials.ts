import type { EgressGuard } from '@errand/egress-guard';
import type { Secret } from '../secret.ts';

/** Credentials of vaults. A kind without credentials cannot be used. */
export interface SecretCredentials {
  readonly onepassword?: ConnectCredentials | ServiceAccountCredentials | undefined;
  readonly amazonSecretsManager?: AmazonCredentials | undefined;
}

/** A Connect server. */
export interface ConnectCredentials {
  readonly kind: 'connect';
  readonly url: string;
  readonly token: Secret;
  /**
   * Makes the calls when a client supplied the URL. Default: none, because the operator supplied
   * it.
   */
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
  /** Default: the region's endpoint. */
  readonly endpoint?: string | undefined;
}
