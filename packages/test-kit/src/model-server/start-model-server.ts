import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import {
  type ReceivedModelRequest,
  RefusedModelRequest,
  type ScriptedAnswer,
  type WireFormat,
} from './model-request.ts';
import { anthropic } from './wire-formats/anthropic.ts';
import { gemini } from './wire-formats/gemini.ts';
import { openaiChat } from './wire-formats/openai-chat.ts';
import { openaiResponses } from './wire-formats/openai-responses.ts';

type Answering = ScriptedAnswer | ((request: ReceivedModelRequest) => ScriptedAnswer);

/** A server that implements the APIs of the model providers and returns scripted answers. */
export interface ModelServer extends AsyncDisposable {
  /** Requests that were accepted, oldest first. */
  readonly requests: readonly ReceivedModelRequest[];
  /** Reasons for refused requests; empty in a correct test. */
  readonly refusals: readonly string[];
  /** Configuration with which `createLanguageModels` reaches the server in all wire formats. */
  readonly access: {
    readonly gemini: ModelServerAccess;
    readonly openai: ModelServerAccess;
    readonly anthropic: ModelServerAccess;
    readonly openaiCompatible: ModelServerAccess;
  };
  /**
   * Scripts the responses to the next requests of this purpose (or `any`) without an earlier
   * script.
   */
  readonly script: (purpose: string, ...answers: readonly Answering[]) => void;
  /** Sets the response to all unscripted requests of this purpose (or `any`). */
  readonly always: (purpose: string, answer: Answering) => void;
}

export interface ModelServerAccess {
  readonly baseUrl: string;
  readonly apiKey: string;
}

const formats = [gemini, openaiResponses, openaiChat, anthropic];
const COMPATIBLE_PREFIX = '/compatible';

/** Starts the server on a free local port. */
export async function startModelServer(): Promise<ModelServer> {
  const requests: ReceivedModelRequest[] = [];
  const refusals: string[] = [];
  const queues = new Map<string, Answering[]>();
  const lasting = new Map<string, Answering>();
  const nextAnswer = (purpose: string): Answering | undefined =>
    queues.get(purpose)?.shift() ??
    queues.get('any')?.shift() ??
    lasting.get(purpose) ??
    lasting.get('any');
  const server = createServer((request, response) => {
    void serve(request, response, { requests, refusals, nextAnswer });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    requests,
    refusals,
    access: {
      gemini: { baseUrl: `${url}/v1beta`, apiKey: keys.gemini },
      openai: { baseUrl: `${url}/v1`, apiKey: keys['openai-responses'] },
      anthropic: { baseUrl: `${url}/v1`, apiKey: keys.anthropic },
      openaiCompatible: { baseUrl: `${url}${COMPATIBLE_PREFIX}/v1`, apiKey: COMPATIBLE_KEY },
    },
    script: (purpose, ...answers) => {
      queues.set(purpose, [...(queues.get(purpose) ?? []), ...answers]);
    },
    always: (purpose, answer) => void lasting.set(purpose, answer),
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

const keys: Record<WireFormat['name'], string> = {
  gemini: 'gemini-key-of-the-model-server',
  'openai-responses': 'openai-key-of-the-model-server',
  'openai-chat': 'openai-key-of-the-model-server',
  anthropic: 'anthropic-key-of-the-model-server',
};
const COMPATIBLE_KEY = 'compatible-key-of-the-model-server';

interface Serving {
  readonly requests: ReceivedModelRequest[];
  readonly refusals: string[];
  readonly nextAnswer: (purpose: string) => Answering | undefined;
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  { requests, refusals, nextAnswer }: Serving,
): Promise<void> {
  const { url = '', method, headers } = request;
  const isCompatible = url.startsWith(`${COMPATIBLE_PREFIX}/`);
  const path = isCompatible ? url.slice(COMPATIBLE_PREFIX.length) : url;
  const format = (isCompatible ? [openaiChat] : formats).find((known) => known.path.test(path));
  const refuse = (status: number, message: string): void => {
    refusals.push(`${status} ${method} ${url}: ${message}`);
    send(response, status, (format ?? openaiChat).refusal(status, message));
  };
  const body = await json(request).catch(() => undefined);
  if (!format || method !== 'POST') return refuse(404, 'There is nothing here.');
  const key = format.keyOf(headers);
  if (key !== (isCompatible ? COMPATIBLE_KEY : keys[format.name])) {
    return refuse(format.name === 'gemini' ? 403 : 401, `The API key is not valid: ${key}`);
  }
  try {
    const read = format.read(body);
    const model = format.path.exec(path)?.groups?.['model'] ?? read.model ?? '';
    const purpose = headers['errand-purpose']?.toString() ?? '';
    const received = { ...read, format: format.name, isCompatible, model, purpose, body };
    const answering = nextAnswer(purpose);
    if (!answering) return refuse(400, `No answer is scripted for the purpose "${purpose}".`);
    requests.push(received);
    say(response, typeof answering === 'function' ? answering(received) : answering, {
      format,
      model,
    });
  } catch (error) {
    refuse(400, describe(error));
  }
}

function describe(error: unknown): string {
  if (error instanceof z.ZodError) return z.prettifyError(error);
  if (error instanceof RefusedModelRequest) return error.message;
  return `The request cannot be read: ${String(error)}`;
}

function say(
  response: ServerResponse,
  said: ScriptedAnswer,
  { format, model }: { format: WireFormat; model: string },
): void {
  if ('silence' in said) return;
  if ('broken' in said) {
    response.destroy();
    return;
  }
  if ('rawBody' in said) {
    response.setHeader('content-type', 'application/json').end(said.rawBody);
    return;
  }
  if ('status' in said) {
    for (const [name, value] of Object.entries(said.headers ?? {})) response.setHeader(name, value);
    send(response, said.status, format.refusal(said.status, 'As the test scripted it.'));
    return;
  }
  send(response, 200, format.answer(said, model));
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.statusCode = status;
  response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
}
