import type { Logger } from '@errand/app-runtime';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import got, { type Got, type OptionsOfJSONResponseBody } from 'got';
import { abortable, pauseUntilAborted } from '@errand/foundation';
import { RegistrationRefusedError } from './control-plane-errors.ts';
import { createProtocolFit, type ProtocolFit, type ProtocolMismatchError } from './protocol-fit.ts';
import { isDatabaseAway } from './report-retries.ts';
import {
  createRegistration,
  isRefusal,
  isUnauthorized,
  readRefusal,
  type RegisterAnswer,
  type RegisterRequest,
  type Registration,
} from './registration.ts';
import { createSteadyLookup } from './steady-lookup.ts';

export const ANSWER_DEADLINE_MS = 10_000;
const REGISTER_AGAIN_MS = 1_000;
/**
 * The options of Node's own agent, but with time for a busy machine to reach the first of two
 * addresses.
 */
const CONNECTIONS = { keepAlive: true, timeout: 5_000, autoSelectFamilyAttemptTimeout: 1_000 };

type CallOptions = Omit<OptionsOfJSONResponseBody, 'json'> & { readonly json: object };

/** Posts to a path of the worker protocol. Every request carries the worker's id. */
export type Call = <Answer>(path: string, request: CallOptions) => Promise<Answer>;

interface Server {
  readonly url: string;
  readonly workerId: string;
}

/** Calls the control plane as a local inference server, with the API key of its account. */
export function callWithApiKey({ url, workerId }: Server, apiKey: string): Call {
  const http = openHttp(url).extend({ headers: { authorization: `x-api-key ${apiKey}` } });
  return async <Answer>(path: string, { json, ...request }: CallOptions) =>
    (await http<Answer>(path, { ...request, json: { worker_id: workerId, ...json } })).body;
}

export interface RegisteredCall {
  readonly call: Call;
  /** Registers now. Throws RegistrationRefusedError, ProtocolMismatchError. */
  readonly register: () => Promise<void>;
  /** Authentication headers of the current registration; undefined while there is none. */
  readonly headers: () => Readonly<Record<string, string>> | undefined;
  /** Ends the registration, if there is one. */
  readonly leave: (signal: AbortSignal) => Promise<void>;
}

interface RegisteringWorker extends Omit<RegisterRequest, 'worker_id'> {
  readonly poolToken: string;
  readonly onRegistered: (answer: RegisterAnswer) => void;
  /** Called after each call that succeeds, or that reports a known outage. */
  readonly onAnswer: () => void;
  /** Called once, when a response shows that the control plane is too old or too new. */
  readonly onMismatch: (error: ProtocolMismatchError) => void;
  readonly logger: Logger;
}

/**
 * Calls the control plane as a worker: registers with the pool token when needed, and again when
 * the registration expires.
 */
export function callRegistered(
  { url, workerId }: Server,
  { poolToken, onRegistered, onAnswer, onMismatch, logger, ...worker }: RegisteringWorker,
): RegisteredCall {
  const http = openHttp(url);
  const protocol = createProtocolFit(url, onMismatch);
  const registration = createRegistration({
    logger,
    onRegistered(answer) {
      protocol.noteRegistration(answer);
      onRegistered(answer);
    },
    register: () =>
      http('registrations', {
        headers: bearer(poolToken),
        json: { worker_id: workerId, ...worker },
      }).json<RegisterAnswer>(),
  });
  const call: Call = async <Answer>(path: string, given: CallOptions) => {
    const request = { ...given, json: { worker_id: workerId, ...given.json } };
    const send = async (token: string): Promise<Answer> => {
      const headers = { ...request.headers, ...bearer(token) };
      const answering = http<Answer>(path, { ...request, headers });
      const { body: answer } = await noteAnswer(answering, onAnswer);
      protocol.note(answer);
      return answer;
    };
    const token = await awaitToken(registration, request);
    try {
      return await send(token);
    } catch (error) {
      if (!isUnauthorized(error)) throw error;
      registration.forget(token);
      return send(await awaitToken(registration, request));
    }
  };
  return {
    call,
    register: () => registerNow(registration, url, protocol),
    headers() {
      const token = registration.known();
      return token === undefined ? undefined : bearer(token);
    },
    async leave(signal) {
      if (registration.known() === undefined) return;
      await call('registrations/end', { json: {}, signal });
    },
  };
}

/** Throws RegistrationRefusedError, ProtocolMismatchError. */
async function registerNow(
  registration: Registration,
  url: string,
  protocol: ProtocolFit,
): Promise<void> {
  try {
    await registration.token();
  } catch (error) {
    throw isRefusal(error) ? new RegistrationRefusedError(url, readRefusal(error), error) : error;
  }
  protocol.assert();
}

/**
 * Returns the token. A call with retries also retries a failed registration until its signal fires;
 * other calls fail immediately.
 */
async function awaitToken(
  registration: Registration,
  { signal, retry }: Pick<CallOptions, 'signal' | 'retry'>,
): Promise<string> {
  for (;;) {
    const known = registration.known();
    if (known !== undefined) return known;
    try {
      return await abortable(registration.token(), signal);
    } catch (error) {
      if (retry === undefined || isRefusal(error) || signal?.aborted === true) throw error;
    }
    await pauseUntilAborted(REGISTER_AGAIN_MS, signal ?? new AbortController().signal);
  }
}

async function noteAnswer<Answer>(
  answering: Promise<Answer>,
  onAnswer: () => void,
): Promise<Answer> {
  try {
    const answer = await answering;
    onAnswer();
    return answer;
  } catch (error) {
    if (isDatabaseAway(error)) onAnswer();
    throw error;
  }
}

/** Returns the base URL of a control plane's worker protocol. */
export function protocolUrl(url: string): string {
  return `${url.replace(/\/$/, '')}/worker/v1`;
}

function bearer(token: string): { readonly authorization: string } {
  return { authorization: `Bearer ${token}` };
}

function openHttp(url: string): Got {
  const connecting = { ...CONNECTIONS, lookup: createSteadyLookup() };
  return got.extend({
    agent: { http: new HttpAgent(connecting), https: new HttpsAgent(connecting) },
    prefixUrl: protocolUrl(url),
    method: 'POST',
    responseType: 'json',
    followRedirect: false,
    timeout: { request: ANSWER_DEADLINE_MS },
    retry: { limit: 0 },
  });
}
