import type { Client } from 'openapi-fetch';
import type { ErrandPaths, ErrandSchemas } from '../api-schemas.ts';
import { dataOf, given, type Options } from '../operations.ts';
import { openCommands } from './session-commands.ts';
import type { ReadyOptions, Session } from './session.ts';
import type { SessionEvent } from './session-event.ts';
import { waitUntilReady } from './wait-until-ready.ts';

type Schemas = ErrandSchemas;

export interface Sessions {
  /** Opens a session and returns before it has a browser: see `untilReady`. */
  readonly create: (request: Schemas['OpenSessionRequest'], options?: Options) => Promise<Session>;
  /** Opens a session and waits until it is ready. A session that is not ready in time is ended. */
  readonly open: (
    request: Schemas['OpenSessionRequest'],
    options?: ReadyOptions,
  ) => Promise<Session>;
  /** A session that is open. Sends nothing. */
  readonly at: (sessionId: string) => Session;
  /** Returns the newest 100 sessions, newest first. */
  readonly list: (
    options?: Options & { readonly state?: Schemas['SessionState'] | undefined },
  ) => Promise<Schemas['DebugSession'][]>;
}

interface SessionParts {
  readonly api: Client<ErrandPaths>;
  /** The API with a time limit longer than the longest command. */
  readonly patientApi: Client<ErrandPaths>;
  readonly follow: (
    sessionId: string,
    options: Options & { readonly lastEventId?: string | undefined },
  ) => AsyncGenerator<SessionEvent>;
}

const SESSION = '/api/v1/sessions/{session_id}';

export function createSessions(parts: SessionParts): Sessions {
  const { api } = parts;
  const at = (sessionId: string): Session => openHandle(parts, sessionId);
  const create: Sessions['create'] = async (body, { signal } = {}) => {
    const { session } = await dataOf(api.POST('/api/v1/sessions', { body, ...given(signal) }));
    return at(session.session_id);
  };
  return {
    create,
    at,
    async open(body, options = {}) {
      const session = await create(body, options);
      try {
        await session.untilReady(options);
        return session;
      } catch (error) {
        // The first error says why. A session that cannot be ended now ends once it is unused.
        await session.close().catch(() => undefined);
        throw error;
      }
    },
    async list({ state, signal } = {}) {
      const params = { query: state === undefined ? {} : { state } };
      const listed = await dataOf(api.GET('/api/v1/sessions', { params, ...given(signal) }));
      return listed.sessions;
    },
  };
}

function openHandle({ api, patientApi, follow }: SessionParts, id: string): Session {
  const params = { path: { session_id: id } };
  const get: Session['get'] = async ({ signal } = {}) => {
    const { session } = await dataOf(api.GET(SESSION, { params, ...given(signal) }));
    return session;
  };
  return {
    ...openCommands(patientApi, id),
    id,
    get,
    untilReady: (options = {}) => waitUntilReady(get, options),
    events: (options = {}) => follow(id, options),
    async close({ signal } = {}) {
      const { session } = await dataOf(api.DELETE(SESSION, { params, ...given(signal) }));
      return session;
    },
  };
}
