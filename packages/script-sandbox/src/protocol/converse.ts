import type { Socket } from 'node:net';
import { ScriptEndedError, ScriptLimitError } from '../script-errors.ts';
import type { ScriptHost } from '../script-job.ts';
import { createFrameReader, encodeFrame, FrameError } from './frames.ts';
import { readMessage, type ScriptMessage } from './script-message.ts';

/**
 * A script with this many concurrent calls has to wait: no further call is started or read until
 * one ends.
 */
const MOST_CALLS_AT_ONCE = 16;
const MOST_CALLS = 100_000;
const MOST_ANSWER_BYTES = 32 * 1024 ** 2;

export type Ending = Extract<ScriptMessage, { kind: 'end' }>;
type Call = Extract<ScriptMessage, { kind: 'call' }>;

/**
 * Serves a script's calls until it reports its end; later messages are ignored. Rejects with
 * `ScriptEndedError` for a script that violates the protocol and `ScriptLimitError` for one with
 * too many calls; never settles if the process just exits.
 */
export function converse(socket: Socket, host: ScriptHost, signal: AbortSignal): Promise<Ending> {
  const { promise, resolve, reject } = Promise.withResolvers<Ending>();
  const readFrames = createFrameReader();
  let isOver = false;
  let calls = 0;
  const end = (): void => {
    isOver = true;
    answers.stop();
  };
  const fail = (error: unknown) => {
    end();
    socket.destroy();
    reject(
      error instanceof FrameError
        ? new ScriptEndedError(`The script broke the protocol: ${error.message}.`)
        : error,
    );
  };
  const answers = answerInTurn(socket, { answer: (call) => replyTo(call, host, signal), fail });
  const take = (message: ScriptMessage) => {
    if (isOver) return undefined;
    if (message.kind === 'end') {
      end();
      return resolve(message);
    }
    calls += 1;
    if (calls <= MOST_CALLS) return answers.add(message);
    throw new ScriptLimitError(`${MOST_CALLS} calls`, 'it called the worker endlessly');
  };
  socket.on('data', (chunk: Buffer) => {
    try {
      if (!isOver) readFrames(chunk).map(readMessage).forEach(take);
    } catch (error) {
      fail(error);
    }
  });
  return promise;
}

/** Limits concurrent calls, and starts none for a script that does not read its replies. */
function answerInTurn(
  socket: Socket,
  { answer, fail }: { answer: (call: Call) => Promise<Reply>; fail: (error: unknown) => void },
) {
  const waiting: Call[] = [];
  let running = 0;
  let isOver = false;
  const run = async (call: Call) => {
    running += 1;
    const reply = await answer(call);
    running -= 1;
    if (isOver || socket.destroyed) return;
    socket.write(encodeReply(call.id, reply));
    goOn();
  };
  const goOn = () => {
    const isFree = () => !isOver && running < MOST_CALLS_AT_ONCE && !socket.writableNeedDrain;
    while (isFree()) {
      const call = waiting.shift();
      if (!call) break;
      run(call).catch(fail);
    }
    if (isFree()) socket.resume();
    else if (!isOver) socket.pause();
  };
  socket.on('drain', goOn);
  return {
    add(call: Call): void {
      waiting.push(call);
      goOn();
    },
    /** Lets running calls finish without answering them. Drains and drops further input. */
    stop(): void {
      isOver = true;
      waiting.length = 0;
      socket.resume();
    },
  };
}

type Reply = { readonly result: unknown } | { readonly error: { name: string; message: string } };

async function replyTo(
  { method, params }: Call,
  host: ScriptHost,
  signal: AbortSignal,
): Promise<Reply> {
  try {
    return { result: (await host.call(method, params, signal)) ?? null };
  } catch (error) {
    if (signal.aborted || !Error.isError(error)) throw error;
    const isTimeout = 'code' in error && typeof error.code === 'string' && timeouts.has(error.code);
    const name = isTimeout ? 'TimeoutError' : 'Error';
    return { error: { name, message: error.message.slice(0, 10_000) } };
  }
}

function encodeReply(id: number, reply: Reply): Buffer {
  const frame = encodeFrame({ id, ...reply });
  if (frame.byteLength <= MOST_ANSWER_BYTES) return frame;
  const message = `The answer has ${frame.byteLength} bytes as JSON; ${MOST_ANSWER_BYTES} are allowed.`;
  return encodeFrame({ id, error: { name: 'Error', message } });
}

/** Error codes that mean a timeout. */
const timeouts = new Set(['locator_not_found', 'not_actionable', 'timeout', 'download_missing']);
