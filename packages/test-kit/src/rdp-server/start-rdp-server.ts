import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { chmod, chown, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '@errand/app-runtime';
import { pollUntil } from '../poll-until.ts';
import { isListening } from '../server-process/is-listening.ts';
import { startServerProcess } from '../server-process/start-server-process.ts';
import { type DesktopProgram, FORM_SOURCE, startScript } from './desktop-programs.ts';
import { pamRules, type RdpPorts, type RdpSecurity, sesmanIni, xrdpIni } from './rdp-config.ts';
import { assertRdpPrograms } from './rdp-programs.ts';

/** A user id that is unused on this machine. */
const USER_ID = 64_177;

/** A real xrdp with its own user, on loopback. */
export interface RdpServer extends AsyncDisposable {
  /** `127.0.0.1:3390` */
  readonly host: string;
  readonly username: string;
  readonly password: string;
  /** Self-signed certificate of `localhost`, in PEM. */
  readonly certificate: string;
  /** SHA-256 of the certificate, in hexadecimal with colons. */
  readonly fingerprint: string;
  /**
   * Returns the content of a file in the user's home directory; undefined when it does not exist.
   */
  readonly readHome: (name: string) => Promise<string | undefined>;
}

interface RdpServerOptions {
  /** Default `form`. */
  readonly program?: DesktopProgram;
  /** Default `tls`. */
  readonly security?: RdpSecurity;
  /** Default `Pa55word`. */
  readonly password?: string;
}

/**
 * Starts xrdp with its sessions in separate namespaces: the user, the settings and the session's
 * files exist only there and disappear with it. Needs root. Throws RdpServerError.
 */
export async function startRdpServer(options: RdpServerOptions = {}): Promise<RdpServer> {
  await assertRdpPrograms();
  const { password = 'Pa55word', program = 'form', security = 'tls' } = options;
  await using owned = new AsyncDisposableStack();
  const directory = await mkdtemp(join(tmpdir(), 'errand-rdp-'));
  owned.defer(() => rm(directory, { recursive: true, force: true, maxRetries: 10 }));
  const ports = { xrdp: await findFreePort(), sesman: await findFreePort() };
  await writeSettings(directory, { ports, security, program });
  await writeUser(directory, password);
  const server = owned.use(
    startServerProcess({
      program: '/usr/bin/unshare',
      programArguments: [...NAMESPACES, '/bin/sh', '-ec', START, 'sh', directory],
      logFile: join(directory, 'server.log'),
      user: undefined,
    }),
  );
  await pollUntil('xrdp listens', async () => {
    await server.assertRunning();
    // The session manager listens on the IPv6 loopback address where there is one.
    const sesman = [isListening(ports.sesman, '::1'), isListening(ports.sesman)];
    return (await Promise.all(sesman)).includes(true) && isListening(ports.xrdp);
  });
  const certificate = await readFile(join(directory, 'etc/certificate.pem'), 'utf8');
  const resources = owned.move();
  return {
    host: `127.0.0.1:${ports.xrdp}`,
    username: 'rdpuser',
    password,
    certificate,
    fingerprint: new X509Certificate(certificate).fingerprint256.toLowerCase(),
    readHome: (name) => readFile(join(directory, 'home', name), 'utf8').catch(() => undefined),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

const NAMESPACES = ['--mount', '--pid', '--fork', '--kill-child', '--mount-proc', '--'];

/** `$1` is the server's directory. Session files disappear with the namespace. */
const START = `
cd "$1"
mount --bind etc /etc/xrdp
for name in passwd group shadow pam.d/xrdp-sesman; do mount --bind "accounts/$name" "/etc/$name"; done
mount --bind home /mnt
mkdir -p /run/xrdp
mount -t tmpfs -o mode=755 tmpfs /run/xrdp
mkdir -m 1777 /run/xrdp/sockdir
mount -t tmpfs -o mode=1777 tmpfs /tmp
mkdir -m 1777 /tmp/.X11-unix /tmp/.ICE-unix
cd /
/usr/sbin/xrdp-sesman -n &
exec /usr/sbin/xrdp -n
`;

async function writeSettings(
  directory: string,
  {
    ports,
    security,
    program,
  }: {
    readonly ports: RdpPorts;
    readonly security: RdpSecurity;
    readonly program: DesktopProgram;
  },
): Promise<void> {
  const etc = join(directory, 'etc');
  // Keyboard maps and the key of RDP's own security.
  await cp('/etc/xrdp', etc, { recursive: true, filter: (path) => !path.endsWith('.pem') });
  const files = {
    'xrdp.ini': xrdpIni(ports, security),
    'sesman.ini': sesmanIni(ports),
    'startwm.sh': startScript(program),
    'form.tcl': FORM_SOURCE,
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(etc, name), text);
  await chmod(join(etc, 'startwm.sh'), 0o755);
  const subject = [
    '-subj',
    '/CN=localhost',
    '-addext',
    'subjectAltName=DNS:localhost,IP:127.0.0.1',
  ];
  const names = ['-keyout', join(etc, 'key.pem'), '-out', join(etc, 'certificate.pem')];
  const kind = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2'];
  execFileSync('openssl', ['req', ...kind, ...subject, ...names], { stdio: 'ignore' });
}

/** Writes the accounts of this machine plus one. */
async function writeUser(directory: string, password: string): Promise<void> {
  const accounts = join(directory, 'accounts');
  await mkdir(join(accounts, 'pam.d'), { recursive: true });
  const hash = execFileSync('openssl', ['passwd', '-6', '-stdin'], {
    input: password,
    encoding: 'utf8',
  }).trim();
  const lines = {
    passwd: `rdpuser:x:${USER_ID}:${USER_ID}::/mnt:/bin/sh`,
    group: `rdpuser:x:${USER_ID}:`,
    shadow: `rdpuser:${hash}:20000:0:99999:7:::`,
  };
  for (const [name, line] of Object.entries(lines)) {
    const own = await readFile(join('/etc', name), 'utf8');
    await writeFile(join(accounts, name), `${own.trimEnd()}\n${line}\n`);
  }
  await writeFile(join(accounts, 'pam.d/xrdp-sesman'), pamRules);
  const home = join(directory, 'home');
  await mkdir(home);
  await chown(home, USER_ID, USER_ID);
}
