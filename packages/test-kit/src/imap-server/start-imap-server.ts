import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '@errand/app-runtime';
import { pollUntil } from '../poll-until.ts';
import { isListening } from '../server-process/is-listening.ts';
import { appendMail } from './append-mail.ts';
import { makeCertificate } from './make-certificate.ts';
import { startServerProcess } from '../server-process/start-server-process.ts';

/** A real Dovecot with its own certificate. */
export interface ImapServer extends AsyncDisposable {
  /** Port with implicit TLS. */
  readonly imapsPort: number;
  /** Port that accepts a login only after STARTTLS. */
  readonly imapPort: number;
  /** Authority that signed the certificate of `localhost`, in PEM. */
  readonly authority: string;
  /** Puts an email into a user's inbox by IMAP, received now or at another time. */
  readonly deliver: (user: string, source: string, receivedAt?: Date) => Promise<void>;
}

/** `users` maps addresses to passwords. */
export async function startImapServer(
  users: Readonly<Record<string, string>>,
): Promise<ImapServer> {
  await using owned = new AsyncDisposableStack();
  const directory = await mkdtemp(join(tmpdir(), 'errand-imap-'));
  owned.defer(() => rm(directory, { recursive: true, force: true }));
  await chmod(directory, 0o755);
  await mkdir(join(directory, 'mail'), { mode: 0o777 });
  await chmod(join(directory, 'mail'), 0o777);
  const [imapsPort, imapPort] = [await findFreePort(), await findFreePort()];
  const { certificate: authority } = makeCertificate(directory);
  const lines = Object.entries(users).map(([user, password]) => `${user}:{PLAIN}${password}::::::`);
  await writeFile(join(directory, 'users'), lines.join('\n'));
  const file = join(directory, 'dovecot.conf');
  await writeFile(file, configuration({ directory, imapsPort, imapPort }));
  const server = owned.use(
    startServerProcess({
      program: '/usr/sbin/dovecot',
      programArguments: ['-F', '-c', file],
      logFile: join(directory, 'dovecot.log'),
      user: undefined,
    }),
  );
  await pollUntil('Dovecot listens', async () => {
    await server.assertRunning();
    return (await isListening(imapsPort)) && (await isListening(imapPort)) ? true : undefined;
  });
  const resources = owned.move();
  return {
    imapsPort,
    imapPort,
    authority,
    deliver: (user, source, receivedAt) =>
      appendMail({ port: imapsPort, authority, user, pass: users[user] ?? '' }, source, receivedAt),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** As root, Dovecot needs an ordinary user for the emails; otherwise it can use its own only. */
function configuration({
  directory,
  imapsPort,
  imapPort,
}: {
  readonly directory: string;
  readonly imapsPort: number;
  readonly imapPort: number;
}): string {
  const { username, uid } = userInfo();
  const owner = uid === 0 ? 'mail' : username;
  const own =
    uid === 0 ? [] : [`default_internal_user = ${owner}`, `default_login_user = ${owner}`];
  return [
    ...own,
    `base_dir = ${directory}/run`,
    'protocols = imap',
    'listen = 127.0.0.1',
    `log_path = ${directory}/dovecot.log`,
    'ssl = required',
    `ssl_cert = <${directory}/certificate.pem`,
    `ssl_key = <${directory}/key.pem`,
    'auth_mechanisms = plain login',
    `mail_location = maildir:${directory}/mail/%u`,
    'first_valid_uid = 1',
    `passdb {\n driver = passwd-file\n args = ${directory}/users\n}`,
    `userdb {\n driver = static\n args = uid=${owner} gid=${owner} home=${directory}/mail/%u\n}`,
    `service imap-login {\n chroot =\n inet_listener imap {\n port = ${imapPort}\n }`,
    `inet_listener imaps {\n port = ${imapsPort}\n ssl = yes\n }\n}`,
    'service anvil {\n chroot =\n}',
    '',
  ].join('\n');
}
