import { expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { connect } from 'node:net';
import x11, { type Callback, type XDisplay } from 'x11';
import { connectXServer } from '../x-server/connect.ts';
import { readCookie } from '../x-server/read-cookie.ts';
import { openStage } from '../testing/open-stage.ts';
import { clearDisplay } from './clear-display.ts';

const live = new AbortController().signal;
const LEFT_BUTTON = 1;
const { PATH } = process.env;

test('releases keys and buttons, and parks the pointer', async () => {
  await using stage = await openStage({ PATH });
  await using server = await connectXServer(stage.display.environment, live);
  server.sendMotion({ x: 300, y: 200 });
  server.sendButton(LEFT_BUTTON, 'press');
  execFileSync('xdotool', ['keydown', 'shift'], { env: stage.display.environment });
  const held = await server.readPointer(live);
  expect([held.rootX, held.rootY, held.keyMask]).toEqual([300, 200, 0x101]);
  expect(await clearDisplay(stage.display, live)).toBe(true);
  const free = await server.readPointer(live);
  expect([free.rootX, free.rootY, free.keyMask]).toEqual([1439, 899, 0]);
});

test('does not clear a display with a lock', async () => {
  await using stage = await openStage({ PATH });
  for (const isClear of [false, true]) {
    execFileSync('xdotool', ['key', 'Caps_Lock'], { env: stage.display.environment });
    expect(await clearDisplay(stage.display, live)).toBe(isClear);
  }
});

test('takes over what is being dragged on each display, even if its atom has a different number there', async () => {
  const numbers: number[] = [];
  for (const earlierNames of [[], ['earlier', 'names']]) {
    await using stage = await openStage({ PATH });
    await using dragged = await ownDragged(stage.display.environment, earlierNames);
    numbers.push(dragged.number);
    expect(await dragged.owner()).not.toBe(0);
    expect(await clearDisplay(stage.display, live)).toBe(true);
    expect(await dragged.owner()).toBe(0);
  }
  expect(numbers[0]).not.toBe(numbers[1]);
});

/** Makes the root window own what is being dragged. Names interned earlier have lower numbers. */
async function ownDragged(environment: NodeJS.ProcessEnv, earlierNames: readonly string[]) {
  const { DISPLAY: display = '', XAUTHORITY: file } = environment;
  const stream = connect(`/tmp/.X11-unix/X${display.slice(1)}`);
  const auth = await readCookie(file, display.slice(1));
  const { client, screen } = await answerTo<XDisplay>((done) =>
    x11.createClient({ display, stream, auth }, done),
  );
  client.atoms = {};
  const intern = (name: string) => answerTo<number>((done) => client.InternAtom(false, name, done));
  for (const name of earlierNames) await intern(name);
  const number = await intern('XdndSelection');
  client.SetSelectionOwner(screen[0]?.root ?? 0, number, 0);
  return {
    number,
    owner: () => answerTo<number>((done) => client.GetSelectionOwner(number, done)),
    async [Symbol.asyncDispose]() {
      stream.destroy();
    },
  };
}

function answerTo<Answer>(send: (done: Callback<Answer>) => unknown): Promise<Answer> {
  return new Promise((resolve, reject) => {
    send((error, answer) => (error ? reject(error) : resolve(answer)));
  });
}
