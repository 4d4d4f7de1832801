import { connect as connectSocket } from 'node:net';
import x11, { type Callback, type XDisplay, type XTest } from 'x11';
import { DesktopUnavailableError } from '../desktop-errors.ts';
import { readCookie } from './read-cookie.ts';
import type { AnswerOf } from './answer-of.ts';
import { createXServer, type XServer } from './x-server.ts';

const ANSWER_DEADLINE_MS = 5_000;

/** Connects to the local X server of `DISPLAY` with the cookie in `XAUTHORITY`. */
export async function connectXServer(
  environment: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<XServer> {
  const display = environment['DISPLAY'] ?? '';
  const number = /^:(\d+)(\.0)?$/.exec(display)?.[1];
  if (number === undefined) {
    throw new DesktopUnavailableError(display, 'DISPLAY has to name a local display, such as ":7"');
  }
  const auth = await readCookie(environment['XAUTHORITY'], number);
  const stream = connectSocket(`/tmp/.X11-unix/X${number}`);
  const gone = new AbortController();
  const end = (reason: string): void => gone.abort(new DesktopUnavailableError(display, reason));
  stream.once('close', () => end('the X server closed the connection'));
  const answerOf = createAnswerOf(display, gone.signal);
  try {
    const opened = await answerOf<XDisplay>((callback) => {
      const client = x11.createClient({ display, stream, auth }, callback);
      client.on('error', (error: Error) => end(error.message));
    }, signal);
    const { client } = opened;
    // The package shares looked-up names between displays, although their numbers differ.
    client.atoms = { ...client.atoms };
    const test = await answerOf<XTest>((done) => client.require('xtest', done), signal);
    return createXServer(opened, test, { answerOf, close: () => stream.destroy() });
  } catch (error) {
    stream.destroy();
    throw error;
  }
}

/**
 * Turns the package's callbacks into promises that end with the connection, the signal or the
 * deadline.
 */
function createAnswerOf(display: string, gone: AbortSignal): AnswerOf {
  return async function answerOf<Answer>(
    send: (callback: Callback<Answer>) => void,
    signal: AbortSignal,
  ): Promise<Answer> {
    const stop = AbortSignal.any([signal, gone]);
    stop.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const fail = (reason: string): void => reject(new DesktopUnavailableError(display, reason));
    const late = setTimeout(fail, ANSWER_DEADLINE_MS, 'it did not respond within 5 s');
    const onStop = (): void => reject(stop.reason);
    stop.addEventListener('abort', onStop, { once: true });
    send((error, answer) => {
      if (error) fail(error.message);
      else resolve(answer);
      return true;
    });
    try {
      return await promise;
    } finally {
      clearTimeout(late);
      stop.removeEventListener('abort', onStop);
    }
  };
}
