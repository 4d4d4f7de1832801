import { z } from 'zod';
import { defineIntegrationKind } from './define-integration-kind.ts';

export const awsSecretsManager = defineIntegrationKind({
  kind: 'aws_secrets_manager',
  settings: z.strictObject({ access_key_id: z.string(), secret_access_key: z.string() }),
  secret: 'secret_access_key',
  destination: [],
  subjectOf: () => '',
  describe: () => "the account's AWS Secrets Manager",
});
