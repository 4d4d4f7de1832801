import type { Client } from 'openapi-fetch';
import type { ErrandPaths, ErrandSchemas } from '../api-schemas.ts';
import { dataOf, given, type Options } from '../operations.ts';

type Schemas = ErrandSchemas;
type Body<Name extends keyof Schemas> = Partial<Schemas[Name]> & Options;

/**
 * The commands of a debug session. They run one after another. A command that takes more than two
 * minutes throws an ErrandError with the code `command-unfinished` and continues.
 */
export interface SessionCommands {
  /** Runs one step, or several. A failed step is not an error: see `failure` and its `evidence`. */
  readonly step: (
    what: Schemas['RunStepsRequest'],
    options?: Options,
  ) => Promise<Schemas['StepsAnswer']>;
  /** Stops the running step. The page stays as it is. */
  readonly cancelStep: (options?: Options) => Promise<Schemas['CancelledAnswer']>;
  /** What a locator matches now. Outlines it on the screen unless `highlight` is false. */
  readonly locate: (
    command: string,
    options?: Options & { readonly highlight?: boolean },
  ) => Promise<Schemas['LocateAnswer']>;
  /** Waits for a person's next click in the live view, and returns locators of its element. */
  readonly pick: (options?: Body<'PickRequest'>) => Promise<Schemas['PickAnswer']>;
  readonly cancelPick: (options?: Options) => Promise<Schemas['CancelledAnswer']>;
  /** The accessibility tree and a screenshot of the page. */
  readonly snapshot: (options?: Options) => Promise<Schemas['SnapshotAnswer']>;
  /** Sets variables; null removes one. The others stay. */
  readonly setVariables: (
    variables: Schemas['SetVariablesRequest']['variables'],
    options?: Options,
  ) => Promise<Schemas['VariablesAnswer']>;
  /** Replaces the automation. The browser stays where it is. */
  readonly setAutomation: (
    automation: Schemas['SetAutomationRequest']['automation'],
    options?: Options,
  ) => Promise<Schemas['AutomationSetAnswer']>;
  /** Starts over in a clean browser, and runs the steps before `until`. */
  readonly reset: (options?: Body<'RestartRequest'>) => Promise<Schemas['StepsAnswer']>;
  /** URL of the live view; with `control`, it accepts mouse and keyboard input, too. */
  readonly stream: (
    options?: Options & { readonly mode?: 'view' | 'control' | undefined },
  ) => Promise<Schemas['StreamAnswer']>;
  /** Records what a person does in the live view. */
  readonly recording: {
    readonly start: (options?: Options) => Promise<Schemas['SessionRecordingAnswer']>;
    readonly get: (options?: Options) => Promise<Schemas['SessionRecordingAnswer']>;
    /** Sets what the next click means. */
    readonly point: (
      mode: Schemas['PointRecordingRequest']['mode'],
      options?: Options,
    ) => Promise<Schemas['SessionRecordingAnswer']>;
    /** Ends the recording, and replays it unless `replay` is false. */
    readonly stop: (
      options?: Body<'StopRecordingRequest'>,
    ) => Promise<Schemas['SessionRecordingAnswer']>;
  };
}

export function openCommands(api: Client<ErrandPaths>, id: string): SessionCommands {
  const params = { path: { session_id: id } };
  const at = '/api/v1/sessions/{session_id}';
  return {
    step: (body, options) =>
      dataOf(api.POST(`${at}/steps`, { params, body, ...given(options?.signal) })),
    cancelStep: (options) =>
      dataOf(api.DELETE(`${at}/steps`, { params, ...given(options?.signal) })),
    locate(command, { signal, ...more } = {}) {
      const body = { command, ...more };
      return dataOf(api.POST(`${at}/locate`, { params, body, ...given(signal) }));
    },
    pick: ({ signal, ...body } = {}) =>
      dataOf(api.POST(`${at}/pick`, { params, body, ...given(signal) })),
    cancelPick: (options) =>
      dataOf(api.DELETE(`${at}/pick`, { params, ...given(options?.signal) })),
    snapshot: (options) => dataOf(api.GET(`${at}/snapshot`, { params, ...given(options?.signal) })),
    setVariables: (variables, options) =>
      dataOf(
        api.PATCH(`${at}/variables`, { params, body: { variables }, ...given(options?.signal) }),
      ),
    setAutomation: (automation, options) =>
      dataOf(
        api.PATCH(`${at}/automation`, { params, body: { automation }, ...given(options?.signal) }),
      ),
    reset: ({ signal, ...body } = {}) =>
      dataOf(api.POST(`${at}/restart`, { params, body, ...given(signal) })),
    stream({ signal, mode = 'view' } = {}) {
      const query = { mode };
      return dataOf(api.GET(`${at}/stream`, { params: { ...params, query }, ...given(signal) }));
    },
    recording: {
      start: (options) =>
        dataOf(api.POST(`${at}/recording`, { params, ...given(options?.signal) })),
      get: (options) => dataOf(api.GET(`${at}/recording`, { params, ...given(options?.signal) })),
      point: (mode, options) =>
        dataOf(api.PATCH(`${at}/recording`, { params, body: { mode }, ...given(options?.signal) })),
      stop: ({ signal, ...body } = {}) =>
        dataOf(api.POST(`${at}/recording/stop`, { params, body, ...given(signal) })),
    },
  };
}
