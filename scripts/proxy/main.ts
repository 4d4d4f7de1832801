// Starts the nginx of this machine with infra/proxy/errand.conf, and shows that an event stream, a long
// poll, an upload and a viewer's WebSocket pass it. Needs nginx and openssl.
// usage: main.ts
import { findFreePorts } from '@errand/app-runtime';
import { pollUntil } from '@errand/test-kit';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { WebSocket, WebSocketServer } from 'ws';

/** Longer than the 60 s for which nginx waits on its own. */
const POLL_MS = 65_000;
/** More than the 1 MiB that nginx accepts on its own. */
const UPLOAD = Buffer.alloc(30 * 1024 * 1024);
const SITE = new URL('../../infra/proxy/errand.conf', import.meta.url);

const directory = mkdtempSync(join(tmpdir(), 'errand-proxy-'));
const [upstreamPort = 0, port = 0] = await findFreePorts(2);
const upstream = createServer((incoming, outgoing) => {
  if (incoming.url === '/events') outgoing.write(': first\n\n');
  else if (incoming.url === '/poll') setTimeout(() => outgoing.end('late'), POLL_MS);
  else void text(incoming).then((body) => outgoing.end(`${body.length} bytes`));
}).listen(upstreamPort, '127.0.0.1');
const viewers = new WebSocketServer({ server: upstream });
viewers.on('connection', (socket, { url }) => socket.on('message', () => socket.send(url ?? '')));
const nginx = spawn('nginx', ['-c', writeConfig(), '-e', 'stderr'], { stdio: 'inherit' });
try {
  await pollUntil('nginx answers', () => call('/ready').then(text, () => undefined));
  const events = await call('/events');
  const [chunk]: Buffer[] = await once(events, 'data');
  show('event stream, at once', String(chunk).trim(), ': first');
  events.destroy();
  show('upload of 30 MiB', await text(await call('/upload', UPLOAD)), `${UPLOAD.length} bytes`);
  const viewer = new WebSocket(`wss://127.0.0.1:${port}/screens/tasks/1?ticket=a`, {
    rejectUnauthorized: false,
  });
  await once(viewer, 'open');
  viewer.send('hello');
  const [answer]: Buffer[] = await once(viewer, 'message');
  show('WebSocket of a viewer', String(answer), '/tasks/1?ticket=a');
  viewer.close();
  show(`long poll of ${POLL_MS / 1_000} s`, await text(await call('/poll')), 'late');
} finally {
  nginx.kill();
  await once(nginx, 'exit');
  upstream.closeAllConnections();
  upstream.close();
  rmSync(directory, { recursive: true, force: true });
}

function show(what: string, found: string, expected: string): void {
  const isGood = found === expected;
  console.log(`${isGood ? 'ok    ' : 'WRONG '} ${what.padEnd(24)} ${found}`);
  if (!isGood) process.exitCode = 1;
}

async function call(path: string, body?: Buffer): Promise<IncomingMessage> {
  const method = body === undefined ? 'GET' : 'POST';
  const outgoing = request({ host: '127.0.0.1', port, path, method, rejectUnauthorized: false });
  outgoing.end(body);
  const [incoming]: IncomingMessage[] = await once(outgoing, 'response');
  if (incoming === undefined) throw new Error(`No response from ${path}.`);
  return incoming;
}

/** The site as it is, with local addresses and a certificate of its own. */
function writeConfig(): string {
  const key = join(directory, 'privkey.pem');
  const certificate = join(directory, 'fullchain.pem');
  const subject = ['-subj', '/CN=errand.example', '-keyout', key, '-out', certificate];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject], {
    stdio: 'ignore',
  });
  const site = readFileSync(SITE, 'utf8')
    .replaceAll(/(control-plane:8080|gateway:8081)/g, `127.0.0.1:${upstreamPort}`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replaceAll('/etc/nginx/tls', directory);
  const file = join(directory, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${directory}/${name};`)
    .join(' ');
  writeFileSync(
    file,
    `daemon off; pid ${directory}/pid; events {} http { access_log off; ${temporary}\n${site}}`,
  );
  return file;
}
