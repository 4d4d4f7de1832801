import { z } from 'zod';
import { defineIntegrationKind } from './define-integration-kind.ts';

const IMAPS_PORT = 993;
const IMAP_PORT = 143;

export const mailbox = defineIntegrationKind({
  kind: 'mailbox',
  settings: z
    .strictObject({
      email_address: z.string(),
      host: z.string(),
      port: z.number().optional(),
      security: z.enum(['tls', 'starttls']).default('tls'),
      username: z.string().optional(),
      password: z.string(),
    })
    .transform((given) => ({
      ...given,
      port: given.port ?? (given.security === 'tls' ? IMAPS_PORT : IMAP_PORT),
      username: given.username ?? given.email_address,
    })),
  secret: 'password',
  destination: ['host', 'port', 'security'],
  subjectOf: ({ email_address: address }) => address.toLowerCase(),
  describe: (subject) => `the mailbox "${subject}"`,
});
