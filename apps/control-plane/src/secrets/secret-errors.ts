import { DomainError } from '../http/domain-error.ts';
import type { VaultPlace } from '../secret-grants/secret-grant.ts';

/** The task has no such secret. */
export class SecretNotFoundError extends DomainError {
  readonly code = 'not-found';
  readonly status = 404;

  constructor(taskId: string, secret: string, counts: Readonly<Record<string, number>>) {
    const known = Object.entries(counts).map(([name, count]) => `${name} (${count})`);
    super(
      `The task "${taskId}" has no secret ${secret}. Its secrets, with the number of values of each: ${known.join(', ') || 'none'}.`,
    );
  }
}

/** The secret may not be typed at the worker's origin. */
export class SecretRefusedError extends DomainError {
  readonly code = 'secret-refused';
  readonly status = 403;

  constructor(secret: string, origin: string, rule: string) {
    super(`The secret ${secret} may not be typed at ${origin}. ${rule}`);
  }
}

/** The task may not read the vault of its secret. Reveals nothing about the vault's content. */
export class SecretNotGrantedError extends DomainError {
  readonly code = 'secret-not-granted';
  readonly status = 403;

  constructor(secret: string, place: VaultPlace, reason: keyof typeof NOT_GRANTED) {
    super(`The secret ${secret} is ${describePlace(place)}, ${NOT_GRANTED[reason](place)}`);
  }
}

const NOT_GRANTED = {
  account: (place: VaultPlace) =>
    `which this account may not read. Create an integration with a vault of your own (POST /api/v1/integrations), or ask the operator to run: ${grantCommand(place)}`,
  origin: (place: VaultPlace) =>
    `which this account may read only for origins other than those in its allowed_origins. Change them, or ask the operator to run: ${grantCommand(place)}`,
  local: ({ provider }: VaultPlace) =>
    `but a local inference server reads only the vaults of its account's integrations. Create one with "${provider}" (POST /api/v1/integrations), or remove the x-inference-target header.`,
  localOrigin: () =>
    'but a local inference server types secrets of a vault only at origins that the task allows. Give it allowed_origins, such as ["https://portal.example"].',
} as const;

function describePlace({ provider, vault, item }: VaultPlace): string {
  return provider === 'onepassword'
    ? `the item "${item}" in the vault "${vault}" of 1Password`
    : `the secret "${item}" of AWS Secrets Manager in ${vault}`;
}

/** Quoted, because names are chosen by clients and an operator pastes this into a shell. */
function grantCommand({ provider, vault, item }: VaultPlace): string {
  return `errand admin secrets grant ACCOUNT --provider ${provider} --vault=${quote(vault)} --item=${quote(item)} --origin ORIGIN`;
}

function quote(text: string): string {
  return `'${text.replaceAll(/\p{Cc}/gu, '?').replaceAll("'", String.raw`'\''`)}'`;
}

/** The vault does not return the secret. */
export class SecretNotGivenError extends DomainError {
  readonly code = 'secret-unavailable';
  readonly status = 424;
}
