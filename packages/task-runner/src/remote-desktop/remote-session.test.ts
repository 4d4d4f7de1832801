import { createEgressGuard } from '@errand/egress-guard';
import { type Desktop } from '@errand/desktop';
import { pollUntil } from '@errand/test-kit';
import { type RdpServer, startRdpServer } from '@errand/test-kit/rdp-server';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listen } from '@errand/app-runtime';
import { scratchDirectory } from '../testing/scratch-directory.ts';
import type { Session } from '../browser/session.ts';
import { openRemoteSession } from './open-remote-session.ts';
import { sharedMemoryOf } from './rdp-client.ts';
import { readRdpConfig, rdpSettings } from './rdp-settings.ts';
import { z } from 'zod';

/** Resolves every name to this machine, except one. */
const egress = createEgressGuard({
  allowPrivateAddresses: true,
  resolve: async (name) => {
    if (name === 'nowhere.test') throw new Error('ENOTFOUND');
    return [{ address: '127.0.0.1', family: 4 }];
  },
});
const verify = { RDP_CERTIFICATES: 'verify' };
const once = { button: 'left', count: 1 } as const;
const live = new AbortController().signal;
const resources = new AsyncDisposableStack();
let server: RdpServer;
let directory: string;
let authority: string;
beforeAll(async () => {
  directory = resources.use(scratchDirectory()).path;
  server = resources.use(await startRdpServer());
  authority = join(directory, 'authority.pem');
  writeFileSync(authority, server.certificate);
});
afterAll(async () => resources[Symbol.asyncDispose]());

test('logs in, reads the screen, points and types; after a log-off there is nothing to act on', async () => {
  await using session = await open(
    { ...verify, RDP_CA_FILE: authority },
    { host: named('localhost') },
  );
  await using desktop = await session.openDesktop(live);
  expect(await read(desktop)).toMatch(/Order form[^]*Send order/);
  // A person may take control.
  expect(await session.isFenced()).toBe(true);
  await desktop.click({ x: 400, y: 148 }, once, live);
  await desktop.typeText("Bolt M8 x 20, 'A2'", live);
  await desktop.click({ x: 330, y: 252 }, once, live);
  // The file is empty for a moment.
  await pollUntil('the order is stored', async () => Boolean(await server.readHome('sent')));
  expect(await server.readHome('sent')).toBe("Bolt M8 x 20, 'A2'");
  await expect(desktop.typeText('é', live)).rejects.toMatchObject({ code: 'desktop_text' });

  const leave = () => desktop.click({ x: 600, y: 252 }, once, live);
  await leave();
  await pollUntil(
    'nothing is left to act on',
    async () => {
      const code = await leave().catch((error: { code?: unknown }) => error.code);
      return code === 'remote_desktop_logged_off';
    },
    { deadlineMs: 30_000 },
  );
  expect([clients(session), session.ended.aborted]).toEqual([[], false]);
});

test('reports that its client was killed, and removes what it left in /dev/shm', async () => {
  await using session = await open({ ...verify, RDP_FINGERPRINTS: server.fingerprint });
  await using _desktop = await session.openDesktop(live);
  const client = Number(clients(session)[0]);
  expect(existsSync(sharedMemoryOf(client))).toBe(true);
  process.kill(client, 'SIGKILL');
  await pollUntil('the session has ended', () => session.ended.aborted);
  expect(session.ended.reason).toMatchObject({
    code: 'remote_desktop_lost',
    message: expect.stringContaining(`"${server.host}" ended: its client xfreerdp was killed`),
  });
  await session[Symbol.asyncDispose]();
  expect(existsSync(sharedMemoryOf(client))).toBe(false);
});

test('does not mistake the refusal of a wrong password for a desktop', async () => {
  await using session = await open({}, { password: 'wrong' });
  await expect(session.openDesktop(live)).rejects.toMatchObject({
    code: 'remote_desktop_login_failed',
    message: expect.stringMatching(/did not let the user in: .*login failed.* Check username/),
  });
});

test('connects without TLS only when certificates are ignored; without a password the desktop asks for it', async () => {
  await using plain = await startRdpServer({ security: 'rdp' });
  const parameter = { host: plain.host, username: undefined, password: undefined };
  await expect(connect(verify, parameter)).rejects.toMatchObject({
    code: 'remote_desktop_refused',
    message: expect.stringContaining('that is TLS'),
  });
  await using session = await open({}, parameter);
  await using desktop = await session.openDesktop(live);
  expect(await read(desktop)).toMatch(/user.{0,3}me[^]*password/i);
});

test('refuses a certificate that is unknown or for another name', async () => {
  const refusal = { code: 'remote_desktop_refused', message: expect.stringMatching(/certificate/) };
  await expect(connect(verify)).rejects.toMatchObject(refusal);
  const known = { ...verify, RDP_CA_FILE: authority };
  const host = named('other.test');
  await expect(connect(known, { host })).rejects.toMatchObject(refusal);
  const RDP_FINGERPRINTS = server.fingerprint.replaceAll(/[0-4]/g, '5');
  await expect(connect({ ...verify, RDP_FINGERPRINTS })).rejects.toMatchObject(refusal);
});

test('reports that nothing listens, or that the server opens no session', async () => {
  await using web = await listen((_request, response) => response.end(), {
    port: 0,
    host: '127.0.0.1',
    setting: 'PORT',
  });
  const reasons = {
    '127.0.0.1:1': 'no connection could be made',
    [`127.0.0.1:${web.port}`]: 'the server responded and closed the connection',
  };
  for (const [host, reason] of Object.entries(reasons)) {
    await expect(connect({}, { host })).rejects.toMatchObject({
      code: 'remote_desktop_unreachable',
      message: expect.stringContaining(`"${host}" could not be opened: ${reason}`),
    });
  }
  await expect(connect({}, { host: 'nowhere.test' })).rejects.toThrow(/its name is unknown/);
});

test.each([
  ['10.0.0.0/8', '127.0.0.1:3389', /RDP_ALLOWED_HOSTS/],
  ['desk.example', '127.0.0.1', /RDP_ALLOWED_HOSTS/],
  ['', '169.254.169.254', /RDP_ALLOWED_HOSTS/],
  ['', 'desk:99999', /write a host name/],
  ['', '/v:elsewhere', /write a host name/],
])('does not connect with RDP_ALLOWED_HOSTS=%s to %s', async (RDP_ALLOWED_HOSTS, host, message) => {
  await expect(connect({ RDP_ALLOWED_HOSTS }, { host })).rejects.toMatchObject({
    code: 'remote_desktop_refused',
    message: expect.stringMatching(message),
  });
});

test('stops waiting for the desktop when the task does', async () => {
  const stop = new AbortController();
  await using session = await open();
  const opening = session.openDesktop(stop.signal);
  stop.abort(new Error('stopped'));
  await expect(opening).rejects.toThrow('stopped');
});

const named = (name: string) => `${name}:${server.host.split(':')[1]}`;

interface Parameter {
  readonly host?: string;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
}

async function open(settings: object = {}, parameter: Parameter = {}): Promise<Session> {
  const given = { RDP_CERTIFICATES: 'ignore', RDP_LOGIN_SECONDS: '30', ...settings };
  const { host, username, password } = { ...server, ...parameter };
  return openRemoteSession({
    workDirectory: directory,
    width: 1280,
    height: 800,
    environment: process.env,
    egress,
    config: readRdpConfig(z.object(rdpSettings).parse(given)),
    parameter: { host, ...(username && { username }), ...(password && { password }) },
  });
}

async function connect(settings: object, parameter: Parameter = {}): Promise<void> {
  await using session = await open(settings, parameter);
  await using _desktop = await session.openDesktop(live);
}

async function read(desktop: Desktop): Promise<string> {
  const texts = await desktop.readTexts(await desktop.look(live), live);
  return texts.map(({ text }) => text).join(' ');
}

/** Returns the process ids of the clients on the session's display. */
function clients({ display }: Session): string[] {
  const listed = execFileSync('ps', ['-eo', 'pid=,args=', 'e', '-ww'], { encoding: 'utf8' });
  const ours = listed.split('\n').filter((line) => /^\s*\d+ \S*xfreerdp /.test(line));
  return ours
    .filter((line) => line.includes(display.directory))
    .map((line) => line.trim().split(' ')[0] ?? '');
}
