import { isRecord, type JsonValue } from '@errand/foundation';
import { FrameError } from './frames.ts';

/** A message of a script: a call, or its end. */
export type ScriptMessage =
  | {
      readonly kind: 'call';
      readonly id: number;
      readonly method: string;
      readonly params: unknown;
    }
  | {
      readonly kind: 'end';
      readonly value: JsonValue;
      readonly state: Values;
      readonly error?: Raised;
    };

type Values = Readonly<Record<string, JsonValue>>;

interface Raised {
  readonly type: string | null;
  readonly message: string;
  readonly line: number | null;
  readonly text: string | null;
  readonly trace: string;
}

/** Validates a message, known only to be JSON. Throws `FrameError`. */
export function readMessage(value: unknown): ScriptMessage {
  if (!isRecord(value)) throw new FrameError('it sent a frame that is not an object');
  const { id, method, params, result, error, state } = value;
  if (typeof id === 'number' && typeof method === 'string') {
    return { kind: 'call', id, method: method.slice(0, 100), params };
  }
  if (!isRecord(state)) throw new FrameError('it sent a frame that is neither a call nor an end');
  // Parsed from JSON, so these are JSON values.
  const ending = {
    kind: 'end',
    value: (result ?? null) as JsonValue,
    state: state as Values,
  } as const;
  return isRecord(error) ? { ...ending, error: readRaised(error) } : ending;
}

function readRaised({ type, message, line, text, trace }: Record<string, unknown>): Raised {
  return {
    type: typeof type === 'string' ? type.slice(0, 200) : null,
    message: typeof message === 'string' ? message.slice(0, 10_000) : '',
    line: typeof line === 'number' ? line : null,
    text: typeof text === 'string' ? text.slice(0, 500) : null,
    trace: typeof trace === 'string' ? trace.slice(0, 5000) : '',
  };
}
