import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { pollUntil } from '../poll-until.ts';

/** A real SMTP server that requires a login and stores accepted emails. */
export interface MailServer extends AsyncDisposable {
  readonly url: string;
  /** Addresses to refuse, with the status code. */
  readonly refused: Map<string, number>;
  /** Returns the next unread email: its recipients and its source. */
  readonly next: () => Promise<{ readonly to: readonly string[]; readonly source: string }>;
  readonly count: () => number;
}

export async function startMailServer(): Promise<MailServer> {
  const mails: { readonly to: readonly string[]; readonly source: string }[] = [];
  const refused = new Map<string, number>();
  let asked = 0;
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      const isKnown = username === 'errand' && password === 'mail-secret';
      if (isKnown) done(null, { user: username });
      else done(new Error('Wrong login'));
    },
    onRcptTo({ address }, _session, done) {
      const code = refused.get(address);
      if (code === undefined) done();
      else done(Object.assign(new Error('No such mailbox'), { responseCode: code }));
    },
    onData(stream, { envelope }, done) {
      const to = envelope.rcptTo.map(({ address }) => address);
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        mails.push({ to, source: Buffer.concat(chunks).toString() });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://errand:mail-secret@127.0.0.1:${port}`,
    refused,
    next: () => pollUntil('a mail arrives', () => mails[asked]).finally(() => (asked += 1)),
    count: () => mails.length,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(resolve)),
  };
}
