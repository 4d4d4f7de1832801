import { DEFAULT_OVERLAP_HOURS, type SigningSecret } from '../callbacks/signing-secret-store.ts';
import { chooseAccount, readArguments } from './read-arguments.ts';
import type { Command } from './command.ts';
import { UsageError } from './usage-error.ts';

export const showSigningSecrets: Command = async (args, stores) => {
  const { options } = readArguments(args, { words: [], options: ['account'] });
  const { accountId } = await chooseAccount(stores.accounts, options['account']);
  return describeSecrets(accountId, await stores.openSigningSecrets().list(accountId));
};

export const rotateSigningSecret: Command = async (args, stores) => {
  const { options } = readArguments(args, { words: [], options: ['account', 'overlap-hours'] });
  const overlapHours = readOverlap(options['overlap-hours']);
  const { accountId } = await chooseAccount(stores.accounts, options['account']);
  const secrets = await stores.openSigningSecrets().rotate(accountId, { overlapHours });
  return describeSecrets(accountId, secrets);
};

function describeSecrets(accountId: string, secrets: readonly SigningSecret[]) {
  return {
    account_id: accountId,
    signing_secrets: secrets.map(({ secret, expiresAt }) => ({
      secret,
      expires_at: expiresAt?.toISOString() ?? null,
    })),
  };
}

function readOverlap(hours: string | undefined): number {
  if (hours === undefined) return DEFAULT_OVERLAP_HOURS;
  const count = Number(hours);
  if (hours !== '' && Number.isInteger(count) && count >= 0 && count <= 168) return count;
  throw new UsageError(`--overlap-hours is "${hours}": specify a whole number of hours up to 168.`);
}
