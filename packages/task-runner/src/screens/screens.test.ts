import { createLogger } from '@errand/app-runtime';
import { createScreenToken } from '@errand/stream-ticket';
import { pollUntil } from '@errand/test-kit';
import { expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openDisplay, startProcess } from '@errand/desktop';
import { openViewer, type Viewer } from '../testing/open-viewer.ts';
import { scratchDirectory } from '../testing/scratch-directory.ts';
import { openScreens } from './screens.ts';

test('shows the display to viewers and listens on the screen port only', async () => {
  const before = listPorts([process.pid]);
  await using stage = await openStage();
  await using first = await stage.open('view');
  await using second = await stage.open('view');
  for (const viewer of [first, second]) {
    const { width, height } = await viewer.frame();
    expect([width, height]).toEqual([640, 480]);
  }

  expect(stage.vncServers()).toHaveLength(1);
  const opened = listPorts([process.pid, ...stage.vncServers()]).filter(
    (address) => !before.includes(address),
  );
  expect(opened).toEqual([stage.address]);
  const [folder = ''] = readdirSync(stage.directory).filter((name) => name.startsWith('vnc-'));
  expect(statSync(join(stage.directory, folder)).mode & 0o777).toBe(0o700);
  expect(statSync(join(stage.directory, folder, 'rfb')).mode & 0o777).toBe(0o600);
});

test('shows the display to many viewers that connect at the same time', async () => {
  await using stage = await openStage();
  await using opened = new AsyncDisposableStack();
  const viewers = await Promise.all(
    Array.from({ length: 60 }, async () => opened.use(await stage.open('view'))),
  );
  const frames = await Promise.all(viewers.map((viewer) => viewer.frame()));
  expect(frames.map(({ width }) => width)).toEqual(frames.map(() => 640));
  expect(stage.vncServers()).toHaveLength(1);
});

test('starts no VNC server before the first viewer and leaves nothing behind', async () => {
  await using stage = await openStage();
  expect(stage.vncServers()).toEqual([]);
  const viewer = await stage.open('view');
  expect(stage.vncServers()).toHaveLength(1);
  await stage.end();
  await viewer.closed;
  expect(stage.vncServers()).toEqual([]);
  expect(readdirSync(stage.directory)).toEqual(['xauthority']);
  await expect(stage.open('view')).rejects.toThrow('ended');
});

test('ends the VNC server a few seconds after its last viewer left', async () => {
  await using stage = await openStage();
  const viewer = await stage.open('view');
  await viewer[Symbol.asyncDispose]();
  expect(stage.vncServers()).toHaveLength(1);
  await pollUntil('it has ended', () => stage.vncServers().length === 0, { deadlineMs: 15_000 });
  await using _again = await stage.open('view');
  expect(stage.vncServers()).toHaveLength(1);
});

test('lets a person type only while control is on', async () => {
  await using stage = await openStage();
  await expect(stage.open('control')).rejects.toThrow('ended');
  await stage.screens.setControl(stage.attempt.taskId, stage.attempt.leaseEpoch, true);
  await using viewer = await stage.open('view');
  await using person = await stage.open('control');
  expect(stage.vncServers()).toHaveLength(2);
  viewer.click(300, 200);
  await viewer.frame();
  expect(stage.pointer()).not.toBe('300,200');
  person.click(123, 45);
  await pollUntil('the pointer has moved', () => stage.pointer() === '123,45');

  await stage.screens.setControl(stage.attempt.taskId, stage.attempt.leaseEpoch, false);
  await person.closed;
  expect(stage.vncServers()).toHaveLength(1);
  await expect(viewer.frame()).resolves.toBeDefined();
  await expect(stage.open('control')).rejects.toThrow('ended');
});

test.each(['leaves', 'loses control', 'is cut off by the end of the VNC server'])(
  'releases the keys of a person who %s',
  async (how) => {
    await using stage = await openStage();
    const { taskId, leaseEpoch } = stage.attempt;
    await stage.screens.setControl(taskId, leaseEpoch, true);
    await using person = await stage.open('control');
    await using terminal = await stage.openTerminal();
    person.socket.write(Buffer.from([4, 1, 0, 0, 0, 0, 0, 'x'.charCodeAt(0)]));
    await pollUntil('the key repeats', async () => (await terminal.typedWithin(1_000)) > 3);
    if (how === 'leaves') await person[Symbol.asyncDispose]();
    else if (how === 'loses control') await stage.screens.setControl(taskId, leaseEpoch, false);
    else for (const id of stage.vncServers()) process.kill(id, 'SIGKILL');
    await pollUntil('it is released', async () => (await terminal.typedWithin(1_000)) === 0);
    expect(await terminal.typedWithin(1_000)).toBe(0);
  },
);

test('lets nobody type when the browser is not fenced in', async () => {
  await using stage = await openStage({ isFenced: Promise.resolve(false) });
  await stage.screens.setControl(stage.attempt.taskId, stage.attempt.leaseEpoch, true);
  await expect(stage.open('control')).rejects.toThrow('ended');
  await using _viewer = await stage.open('view');
});

test('a person who connects while the fence is being checked waits for the result', async () => {
  const { promise: isFenced, resolve } = Promise.withResolvers<boolean>();
  await using stage = await openStage({ isFenced });
  const allowing = stage.screens.setControl(stage.attempt.taskId, stage.attempt.leaseEpoch, true);
  const opening = stage.open('control');
  // A later viewer is served, so the first viewer has been waiting.
  await using _viewer = await stage.open('view');
  resolve(true);
  await using person = await opening;
  await allowing;
  expect((await person.frame()).width).toBe(640);
});

test('accepts a token once, and refuses those of another key, task or attempt', async () => {
  await using stage = await openStage();
  const token = stage.token('view');
  await using _viewer = await openViewer(stage.address, token);
  const refused = [
    token,
    createScreenToken(randomBytes(32), { ...stage.attempt, mode: 'view' }),
    createScreenToken(stage.key, { ...stage.attempt, taskId: randomUUID(), mode: 'view' }),
    createScreenToken(stage.key, { ...stage.attempt, leaseEpoch: 8, mode: 'view' }),
    'RFB 003.008',
    'x'.repeat(5_000),
  ];
  for (const wrong of refused)
    await expect(openViewer(stage.address, wrong)).rejects.toThrow('ended');
});

test('closes a connection that sends no token in time', async () => {
  await using stage = await openStage();
  const { hostname, port } = new URL(`tcp://${stage.address}`);
  const silent = connect({ host: hostname, port: Number(port) });
  silent.write('no line');
  const startedAt = performance.now();
  silent.resume();
  await once(silent, 'close');
  expect(performance.now() - startedAt).toBeLessThan(6_000);
});

test('disconnects viewers when the VNC server or the display dies, and starts the server again', async () => {
  await using stage = await openStage();
  await using first = await stage.open('view');
  for (const id of stage.vncServers()) process.kill(id, 'SIGKILL');
  await first.closed;
  await pollUntil('it has ended', () => stage.vncServers().length === 0);
  await using second = await stage.open('view');
  await stage.display[Symbol.asyncDispose]();
  await second.closed;
  await expect(stage.open('view')).rejects.toThrow('ended');
});

test('serves other viewers while one does not read', async () => {
  await using stage = await openStage();
  await using stalled = await stage.open('view');
  stalled.socket.pause();
  for (let count = 0; count < 50; count += 1) {
    stalled.socket.write(Buffer.from([3, 0, 0, 0, 0, 0, 0x02, 0x80, 0x01, 0xe0]));
  }
  await using other = await stage.open('view');
  for (let count = 0; count < 20; count += 1) expect((await other.frame()).width).toBe(640);
});

/** Returns the addresses on which these processes listen. */
function listPorts(processIds: readonly number[]): readonly (string | undefined)[] {
  const own = processIds.map((id) => `pid=${id},`);
  const listening = execFileSync('ss', ['-Hltnp'], { encoding: 'utf8' }).split('\n');
  return listening
    .filter((line) => own.some((id) => line.includes(id)))
    .map((line) => line.split(/\s+/)[3]);
}

/** Opens a display that viewers can see as that of one attempt. */
async function openStage({ isFenced = Promise.resolve(true) } = {}) {
  await using owned = new AsyncDisposableStack();
  const scratch = owned.use(scratchDirectory());
  const logger = createLogger({ name: 'test', level: 'error' });
  const settings = { host: '127.0.0.1', port: 0, address: undefined };
  const screens = owned.use(await openScreens({ ...settings, logger }));
  const { PATH } = process.env;
  const size = { width: 640, height: 480 };
  const display = owned.use(
    await openDisplay({ directory: scratch.path, ...size, environment: { PATH } }),
  );
  const attempt = { taskId: randomUUID(), leaseEpoch: 7 };
  const shown = owned.use(screens.show(attempt, { display, isFenced: () => isFenced }));
  const { address, key: base64 } = screens.announcement ?? { address: '', key: '' };
  const key = Buffer.from(base64, 'base64');
  const token = (mode: 'view' | 'control') => createScreenToken(key, { ...attempt, mode });
  const resources = owned.move();
  return {
    screens,
    display,
    attempt,
    address,
    key,
    token,
    directory: scratch.path,
    open: (mode: 'view' | 'control'): Promise<Viewer> => openViewer(address, token(mode)),
    end: () => shown[Symbol.asyncDispose](),
    /** Returns where the pointer of the display is. */
    pointer: () =>
      execFileSync('xdotool', ['getmouselocation'], {
        env: display.environment,
        encoding: 'utf8',
      }).replace(/x:(\d+) y:(\d+).*\n/, '$1,$2'),
    /** Opens a window that stores what is typed into it. */
    async openTerminal() {
      const file = join(scratch.path, 'typed');
      const terminal = startProcess(
        'xterm',
        ['-e', `stty raw -echo; echo > ${file}; cat >> ${file}`],
        {
          environment: { ...display.environment, HOME: scratch.path },
          stdio: 'ignore',
        },
      );
      await pollUntil('it accepts input', () => existsSync(file));
      const find = [
        'search',
        '--sync',
        '--onlyvisible',
        '--class',
        'xterm',
        'windowfocus',
        '--sync',
      ];
      execFileSync('xdotool', find, { env: display.environment });
      return {
        /** A held key repeats 25 times a second. */
        async typedWithin(milliseconds: number) {
          const before = statSync(file).size;
          await delay(milliseconds);
          return statSync(file).size - before;
        },
        [Symbol.asyncDispose]: () => terminal[Symbol.asyncDispose](),
      };
    },
    /** Process ids. */
    vncServers: () =>
      execFileSync('ps', ['-eo', 'pid,stat,args'], { encoding: 'utf8' })
        .split('\n')
        .filter((line) => line.includes('X0tigervnc') && line.includes(scratch.path))
        .map((line) => Number.parseInt(line, 10)),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
