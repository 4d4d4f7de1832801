import type { Socket } from 'node:net';
import { ScriptEndedError, ScriptLimitError } from '../script-errors.ts';
import type { ScriptHost } from '../script-job.ts';
import { createFrameReader, encodeFrame, FrameError } from './frames.ts';
import { readMessage, type ScriptMessage } from './script-message.ts';

/** A script that asks for more at once waits: nothing is read from it meanwhile. */
const mostCallsAtOnce = 16;
const mostCalls = 100_000;
const mostAnswerBytes = 32 * 1024 ** 2;

export type Ending = Extract<ScriptMessage, { kind: 'end' }>;

/**
 * Answers the calls of a script until it says how it ended. Rejects with `ScriptEndedError` for a script that does not
 * keep to the protocol and `ScriptLimitError` for one that calls without end; never settles if the process just ends.
 */
export function converse(socket: Socket, host: ScriptHost, signal: AbortSignal): Promise<Ending> {
  const { promise, resolve, reject } = Promise.withResolvers<Ending>();
  const readFrames = createFrameReader();
  let running = 0;
  let calls = 0;
  const fail = (error: unknown) => {
    socket.destroy();
    reject(
      error instanceof FrameError
        ? new ScriptEndedError(`The script broke the protocol: ${error.message}.`)
        : error,
    );
  };
  const answer = async (call: Extract<ScriptMessage, { kind: 'call' }>) => {
    running += 1;
    if (running >= mostCallsAtOnce) socket.pause();
    const reply = await replyTo(call, host, signal);
    running -= 1;
    if (socket.destroyed) return;
    // A script that does not read its answers gets no more of them.
    if (socket.write(encodeReply(call.id, reply))) socket.resume();
    else socket.pause();
  };
  socket.on('drain', () => socket.resume());
  const take = (message: ScriptMessage) => {
    if (message.kind === 'end') return resolve(message);
    calls += 1;
    if (calls > mostCalls) {
      throw new ScriptLimitError(`${mostCalls} calls`, 'it called the worker without end');
    }
    answer(message).catch(fail);
  };
  socket.on('data', (chunk: Buffer) => {
    try {
      for (const value of readFrames(chunk)) take(readMessage(value));
    } catch (error) {
      fail(error);
    }
  });
  return promise;
}

async function replyTo(
  { method, params }: Extract<ScriptMessage, { kind: 'call' }>,
  host: ScriptHost,
  signal: AbortSignal,
): Promise<{ readonly result: unknown } | { readonly error: { name: string; message: string } }> {
  try {
    return { result: (await host.call(method, params, signal)) ?? null };
  } catch (error) {
    if (signal.aborted || !Error.isError(error)) throw error;
    const isTimeout = 'code' in error && typeof error.code === 'string' && timeouts.has(error.code);
    const name = isTimeout ? 'TimeoutError' : 'Error';
    return { error: { name, message: error.message.slice(0, 10_000) } };
  }
}

type Reply = Awaited<ReturnType<typeof replyTo>>;

function encodeReply(id: number, reply: Reply): Buffer {
  const frame = encodeFrame({ id, ...reply });
  if (frame.byteLength <= mostAnswerBytes) return frame;
  const message = `The answer has ${frame.byteLength} bytes as JSON; ${mostAnswerBytes} are allowed.`;
  return encodeFrame({ id, error: { name: 'Error', message } });
}

/** Codes of errors that mean: it did not happen in time. */
const timeouts = new Set(['locator_not_found', 'not_actionable', 'timeout', 'download_missing']);
