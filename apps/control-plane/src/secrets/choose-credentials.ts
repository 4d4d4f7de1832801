import { Secret, type SecretCredentials } from '@errand/secrets';
import { z } from 'zod';

interface VaultSettings {
  readonly ONEPASSWORD_CONNECT_URL?: string | undefined;
  readonly ONEPASSWORD_CONNECT_TOKEN?: string | undefined;
  readonly OP_SERVICE_ACCOUNT_TOKEN?: string | undefined;
  readonly AWS_ACCESS_KEY_ID?: string | undefined;
  readonly AWS_SECRET_ACCESS_KEY?: string | undefined;
  readonly AWS_SECRETS_MANAGER_ENDPOINT?: string | undefined;
}

/** Credentials for those of the installation's vaults that are configured. */
export function chooseCredentials(
  settings: VaultSettings,
  context: z.RefinementCtx,
): SecretCredentials {
  const refuse = (setting: keyof VaultSettings, message: string) => {
    context.addIssue({ code: 'custom', path: [setting], message });
    return z.NEVER;
  };
  return {
    onepassword: chooseOnePassword(settings, refuse),
    amazonSecretsManager: chooseAmazon(settings, refuse),
  };
}

type RefuseSetting = (setting: keyof VaultSettings, message: string) => never;

function chooseOnePassword(
  settings: VaultSettings,
  refuse: RefuseSetting,
): SecretCredentials['onepassword'] {
  const { ONEPASSWORD_CONNECT_URL: url, ONEPASSWORD_CONNECT_TOKEN: token } = settings;
  const { OP_SERVICE_ACCOUNT_TOKEN: serviceToken } = settings;
  if (url === undefined && token === undefined) {
    if (serviceToken === undefined) return undefined;
    const secret = new Secret('OP_SERVICE_ACCOUNT_TOKEN', serviceToken);
    return { kind: 'service-account', token: secret };
  }
  if (serviceToken !== undefined) {
    const message = 'Set either OP_SERVICE_ACCOUNT_TOKEN or a Connect server, not both.';
    return refuse('OP_SERVICE_ACCOUNT_TOKEN', message);
  }
  if (url !== undefined && token !== undefined) {
    return { kind: 'connect', url, token: new Secret('ONEPASSWORD_CONNECT_TOKEN', token) };
  }
  const missing = url === undefined ? 'ONEPASSWORD_CONNECT_URL' : 'ONEPASSWORD_CONNECT_TOKEN';
  const message = 'Set both ONEPASSWORD_CONNECT_URL and ONEPASSWORD_CONNECT_TOKEN, or neither.';
  return refuse(missing, message);
}

function chooseAmazon(
  settings: VaultSettings,
  refuse: RefuseSetting,
): SecretCredentials['amazonSecretsManager'] {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secret } = settings;
  const { AWS_SECRETS_MANAGER_ENDPOINT: endpoint } = settings;
  if (accessKeyId === undefined && secret === undefined) {
    if (endpoint === undefined) return undefined;
    const message = 'AWS_SECRETS_MANAGER_ENDPOINT needs AWS_ACCESS_KEY_ID.';
    return refuse('AWS_ACCESS_KEY_ID', message);
  }
  if (accessKeyId !== undefined && secret !== undefined) {
    const secretAccessKey = new Secret('AWS_SECRET_ACCESS_KEY', secret);
    return { accessKeyId, secretAccessKey, endpoint };
  }
  const missing = accessKeyId === undefined ? 'AWS_ACCESS_KEY_ID' : 'AWS_SECRET_ACCESS_KEY';
  return refuse(missing, 'Set both AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or neither.');
}
