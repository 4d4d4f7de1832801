import { expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { connectXServer } from '../x-server/connect.ts';
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

test('clears one display after another', async () => {
  for (let count = 0; count < 2; count += 1) {
    await using stage = await openStage({ PATH });
    expect(await clearDisplay(stage.display, live)).toBe(true);
  }
});
