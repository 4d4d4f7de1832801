import { z } from 'zod';
import { defineIntegrationKind } from './define-integration-kind.ts';

export const sms = defineIntegrationKind({
  kind: 'sms',
  settings: z.strictObject({ account_sid: z.string(), auth_token: z.string() }),
  secret: 'auth_token',
  destination: [],
  subjectOf: ({ account_sid: sid }) => sid.toLowerCase(),
  describe: (subject) => `the Twilio account "${subject}"`,
});
