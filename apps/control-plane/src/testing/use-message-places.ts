import type { Logger } from '@errand/app-runtime';
import { type SlackPost, startSlackServer, startTwilioServer } from '@errand/test-kit';
import { startImapServer } from '@errand/test-kit/imap-server';
import { afterAll } from '@jest/globals';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { startTestApp } from './start-test-app.ts';

/** The mailbox, with its password. */
export const address = 'codes@acme.example';
export const password = 'the-password-of-the-mailbox';
/** The credentials of the SMS account. */
export const twilio = { account_sid: `AC${'0'.repeat(32)}`, auth_token: 'twilio-token' };

const systemAuthorities = getCACertificates('default');

/**
 * Starts a mailbox, a Slack workspace and an SMS account, and an app that can reach them, for the
 * tests of a file.
 */
export async function useMessagePlaces(
  options: {
    readonly logger?: Logger;
    /** Posts in the channel `codes`. Default none. */
    readonly posts?: SlackPost[];
    /** Text messages. Default none. */
    readonly texts?: Parameters<typeof startTwilioServer>[0]['messages'];
  } = {},
) {
  const { logger, posts = [], texts = [] } = options;
  await using stack = new AsyncDisposableStack();
  const imap = stack.use(await startImapServer({ [address]: password }));
  setDefaultCACertificates([...systemAuthorities, imap.authority]);
  stack.defer(() => setDefaultCACertificates(systemAuthorities));
  const workspace = { token: 'xoxb-1', channels: { codes: posts }, people: {} };
  const slackServer = stack.use(await startSlackServer(workspace));
  const { account_sid: accountSid, auth_token: authToken } = twilio;
  const twilioServer = stack.use(
    await startTwilioServer({ accountSid, authToken, messages: texts }),
  );
  const urls = { slackUrl: slackServer.url, twilioUrl: twilioServer.url };
  const app = stack.use(await startTestApp({ ...(logger && { logger }), ...urls }));
  const resources = stack.move();
  afterAll(async () => resources[Symbol.asyncDispose]());

  return {
    app,
    imap,
    slackServer,
    /** Creates an integration of the account. */
    integrate: (name: string, settings: object) =>
      app.post('/api/v1/integrations', { name, ...settings }),
    /** Settings of the integration for the mailbox. */
    mailbox: (more: object = {}) => {
      const place = { host: 'localhost', port: imap.imapsPort, password };
      return { mailbox: { email_address: address, ...place, ...more } };
    },
  };
}
