import { type Desktop, openDesktop, openDisplay } from '@errand/desktop';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { scratchDirectory } from '../testing/scratch-directory.ts';
import { RemoteDesktopLoggedOffError } from './remote-desktop-errors.ts';
import { withTypedCommands } from './remote-powershell.ts';
import { watchInputs } from './watch-inputs.ts';

const live = new AbortController().signal;
const told = { onPrint: () => undefined, signal: live };
const resources = new AsyncDisposableStack();
let display: Desktop;
beforeAll(async () => {
  const directory = resources.use(scratchDirectory()).path;
  const size = { width: 800, height: 600 };
  const screen = resources.use(await openDisplay({ ...size, directory, environment: process.env }));
  display = resources.use(await openDesktop({ environment: screen.environment }, live));
});
afterAll(() => resources.disposeAsync());

test('closes without an error after its commands have logged the user off', async () => {
  let isLoggedOff = false;
  const desktop = watchInputs(display, () => {
    if (isLoggedOff) throw new RemoteDesktopLoggedOffError('desk');
  });
  const shell = await withTypedCommands(desktop, live).powershell.open();
  await shell.run(['logoff'], told);
  isLoggedOff = true;
  await expect(shell[Symbol.asyncDispose]()).resolves.toBeUndefined();
});

test('leaves a shell whose screen never becomes still', async () => {
  const typed: string[] = [];
  let isMoving = false;
  let shade = 0;
  const desktop: Desktop = {
    ...display,
    async look(signal) {
      const picture = await display.look(signal);
      if (!isMoving) return picture;
      shade = 255 - shade;
      return { ...picture, pixels: new Uint8Array(picture.pixels.length).fill(shade) };
    },
    async typeText(text, signal) {
      typed.push(text);
      await display.typeText(text, signal);
    },
  };
  const shell = await withTypedCommands(desktop, live).powershell.open();
  isMoving = true;
  await expect(shell[Symbol.asyncDispose]()).resolves.toBeUndefined();
  expect(typed).toEqual(['powershell\n', 'exit\n']);
});
