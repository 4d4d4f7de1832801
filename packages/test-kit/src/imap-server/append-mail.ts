import { ImapFlow } from 'imapflow';

interface Inbox {
  readonly port: number;
  readonly authority: string;
  readonly user: string;
  readonly pass: string;
}

/** Appends an email, received now unless another time is given. */
export async function appendMail(
  { port, authority, user, pass }: Inbox,
  source: string,
  receivedAt?: Date,
): Promise<void> {
  const client = new ImapFlow({
    host: 'localhost',
    port,
    secure: true,
    tls: { ca: authority },
    auth: { user, pass },
    logger: false,
  });
  await client.connect();
  try {
    await client.append('INBOX', source, [], receivedAt);
  } finally {
    await client.logout();
  }
}
