import type { z } from 'zod';
import { awsSecretsManager } from './aws-secrets-manager.ts';
import { mailbox } from './mailbox.ts';
import { onepassword } from './onepassword.ts';
import { slack } from './slack.ts';
import { sms } from './sms.ts';

/** All kinds by their wire names, which the database also uses. */
export const integrationKinds = {
  onepassword,
  aws_secrets_manager: awsSecretsManager,
  mailbox,
  slack,
  sms,
};

export type KindName = keyof typeof integrationKinds;

/** Settings with their wire names, including defaults. */
export type SettingsOf<Kind extends KindName> = z.output<
  (typeof integrationKinds)[Kind]['settings']
>;
