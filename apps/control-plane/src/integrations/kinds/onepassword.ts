import { z } from 'zod';
import { defineIntegrationKind } from './define-integration-kind.ts';

export const onepassword = defineIntegrationKind({
  kind: 'onepassword',
  settings: z.strictObject({ connect_url: z.string().optional(), token: z.string() }),
  secret: 'token',
  destination: ['connect_url'],
  subjectOf: () => '',
  describe: () => "the account's 1Password",
});
