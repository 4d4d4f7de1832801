import type { ErrandSchemas } from '../api-schemas.ts';
import type { Options } from '../operations.ts';
import type { SessionCommands } from './session-commands.ts';
import type { SessionEvent } from './session-event.ts';

type Schemas = ErrandSchemas;

export interface ReadyOptions extends Options {
  /** Called at each change of state, and once at the beginning. */
  readonly onState?: ((session: Schemas['DebugSession']) => void) | undefined;
}

/** One debug session. Its methods may be called before it is ready: commands wait for the browser. */
export interface Session extends SessionCommands {
  readonly id: string;
  readonly get: (options?: Options) => Promise<Schemas['DebugSession']>;
  /**
   * Waits until no command runs. Give a signal with a deadline: a session may wait for a free slot
   * for a long time. Throws SessionEndedError.
   */
  readonly untilReady: (options?: ReadyOptions) => Promise<Schemas['DebugSession']>;
  /** What happens in the session, from its beginning or after `lastEventId`, to its end. */
  readonly events: (
    options?: Options & { readonly lastEventId?: string | undefined },
  ) => AsyncGenerator<SessionEvent>;
  /** Requests the end of the session: an open one ends within seconds. May be repeated. */
  readonly close: (options?: Options) => Promise<Schemas['DebugSession']>;
}
