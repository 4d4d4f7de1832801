import { mkdtempDisposable, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openBrowser, type TestBrowser } from '@errand/test-kit';
import type { ScreenPicture } from '../desktop.ts';
import { denseList, drawPage } from '../testing/draw-page.ts';
import { findTexts } from './find-texts.ts';
import { readTexts } from './read-texts.ts';

let browser: TestBrowser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
});

const { signal } = new AbortController();
const environment = process.env;

const draw = (html: string): Promise<ScreenPicture> =>
  drawPage(browser, html, { width: 800, height: 400 });
const at = (place: string, text: string): string =>
  `<div style="position:absolute;font:12px Arial;white-space:nowrap;${place}">${text}</div>`;

test('reads words with positions, numbered by line, in reading order', async () => {
  const picture = await draw(
    at('left:20px;top:20px', 'Sign in now') +
      at('left:400px;top:21px', 'Help') +
      at('left:20px;top:100px;font-size:11px', 'Patient number'),
  );
  const texts = await readTexts(picture, { environment }, signal);
  expect(texts.map(({ text }) => text)).toEqual(['Sign', 'in', 'now', 'Help', 'Patient', 'number']);
  expect(texts.map(({ line }) => line)).toEqual([0, 0, 0, 1, 2, 2]);
  const [, , , help] = texts;
  expect(help?.area.x).toBeGreaterThanOrEqual(398);
  expect(help?.area.x).toBeLessThanOrEqual(403);
  expect(help?.area.height).toBeLessThan(16);
  expect(Math.min(...texts.map(({ confidence }) => confidence))).toBeGreaterThan(50);
});

test('reads small letters, light letters on dark, and a single area', async () => {
  const picture = await drawPage(browser, denseList(12), { width: 800, height: 300 });
  const all = await readTexts(picture, { environment }, signal);
  const found = all.map(({ text }) => text);
  const names = ['Dashboard', 'Patients', 'Miller', 'Garcia', 'Novak', 'Tanaka', 'Okafor', 'Rossi'];
  expect(names.filter((name) => !found.includes(name))).toEqual([]);
  const area = { x: 0, y: 30, width: 150, height: 80 };
  const menu = await readTexts(picture, { environment, area }, signal);
  expect(menu.map(({ text }) => text)).toContain('Patients');
  expect(menu.every(({ area: { y } }) => y >= 30 && y < 110)).toBe(true);
});

test.each([
  ['of the system', ''],
  ['with a frame', 'background:#fff;border:2px solid #1a73e8;border-radius:4px'],
  ['light on blue', 'background:#1a73e8;color:#fff;border:0'],
  ['light on black', 'background:#222;color:#ddd;border:1px solid #555;border-radius:12px'],
  ['dark on yellow', 'background:#ffd54f;color:#333;border:0'],
  ['with rounded ends', 'background:#e8f0fe;color:#1967d2;border:1px solid;border-radius:16px'],
])('reads small buttons %s', async (_, style) => {
  const labels = ['Save', 'Cancel', 'Back', 'Close', 'Log in', 'Help', 'Next', 'Apply', 'OK'];
  const rows = [11, 13].map((size) =>
    labels.map(
      (label) =>
        `<button style="font:${size}px Arial;padding:5px 12px;${style}">${label}</button> `,
    ),
  );
  const page = rows.map((buttons) => `<p>${buttons.join('')}`).join('');
  const texts = await readTexts(await draw(page), { environment }, signal);
  expect(labels.filter((label) => findTexts(texts, label).length !== 2)).toEqual([]);
});

test('names the missing program or language, and stops when the signal fires', async () => {
  const picture = await draw('');
  const languages = ['eng', 'xyz'];
  const foreign = readTexts(picture, { environment, languages }, signal);
  await expect(foreign).rejects.toMatchObject({ code: 'text_language_missing' });
  await expect(foreign).rejects.toThrow('apt-get install tesseract-ocr-xyz');

  await using directory = await mkdtempDisposable(join(tmpdir(), 'errand-desktop-test-'));
  await symlink('/usr/bin/setpriv', join(directory.path, 'setpriv'));
  const without = readTexts(picture, { environment: { PATH: directory.path } }, signal);
  await expect(without).rejects.toThrow('apt-get install tesseract-ocr');
  await expect(without).rejects.toMatchObject({ code: 'desktop_program_missing' });

  const stop = new AbortController();
  const stopped = readTexts(picture, { environment }, stop.signal);
  stop.abort(new Error('enough'));
  await expect(stopped).rejects.toThrow('enough');
});

const framed = (place: string, text: string): string =>
  `<div style="position:absolute;${place};width:150px;height:44px;box-sizing:border-box;padding:9px 16px;border:1px solid #333;background:#e4e4e4;font:20px Arial">${text}</div>`;

test('reads framed words, as on buttons', async () => {
  const picture = await draw(
    framed('left:40px;top:60px', 'Cancel') +
      framed('left:40px;top:200px', 'Save') +
      framed('left:600px;top:200px', 'Send') +
      '<div style="position:absolute;left:40px;top:300px;width:600px;height:44px;border:1px solid"></div>',
  );
  const texts = await readTexts(picture, { environment }, signal);
  expect(texts.map(({ text }) => text)).toEqual(expect.arrayContaining(['Cancel', 'Save', 'Send']));
});
