import { expect, test } from '@jest/globals';
import express from 'express';
import supertest from 'supertest';
import { loadHandler } from './load-handler.ts';

test('loads a handler once, for the first requests together, and again if that failed', async () => {
  let loads = 0;
  const handler = loadHandler(async () => {
    loads += 1;
    await new Promise(setImmediate);
    if (loads === 1) throw new Error('The disk is full.');
    return (_request, response) => void response.send('loaded');
  });
  const app = express().all(/^\/docs/, handler);
  const ask = () => supertest(app).get('/docs/any');

  expect((await ask()).status).toBe(500);
  const answers = await Promise.all([ask(), ask(), ask()]);
  expect(answers.map(({ text }) => text)).toEqual(['loaded', 'loaded', 'loaded']);
  expect(loads).toBe(2);
});
