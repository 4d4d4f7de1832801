import { dataOf, type Errand, type ErrandSchemas } from '@errand/client';

export type DebugSession = ErrandSchemas['DebugSession'];
export type Recorded = ErrandSchemas['SessionRecordingAnswer'];
export type StepsRun = ErrandSchemas['StepsAnswer'];

/** The commands of one debug session. */
export interface SessionDesk {
  readonly id: string;
  readonly run: (what: ErrandSchemas['RunStepsRequest']) => Promise<StepsRun>;
  readonly stop: () => Promise<unknown>;
  readonly restart: (until: string | undefined) => Promise<StepsRun>;
  readonly setAutomation: (
    automation: ErrandSchemas['Automation'],
  ) => Promise<ErrandSchemas['AutomationSetAnswer']>;
  readonly locate: (command: string) => Promise<ErrandSchemas['LocateAnswer']>;
  readonly pick: () => Promise<ErrandSchemas['PickAnswer']>;
  readonly cancelPick: () => Promise<unknown>;
  readonly snapshot: () => Promise<ErrandSchemas['SnapshotAnswer']>;
  readonly setVariables: (
    variables: ErrandSchemas['SetVariablesRequest']['variables'],
  ) => Promise<unknown>;
  readonly close: () => Promise<unknown>;
}

/** Less than the client's timeout for a request. */
const PICK_SECONDS = 100;

export function createDesk(errand: Errand, id: string): SessionDesk {
  const { api } = errand;
  const params = { path: { session_id: id } };
  return {
    id,
    run: (body) => dataOf(api.POST('/api/v1/sessions/{session_id}/steps', { params, body })),
    stop: () => dataOf(api.DELETE('/api/v1/sessions/{session_id}/steps', { params })),
    restart(until) {
      const body = until === undefined ? {} : { until };
      return dataOf(api.POST('/api/v1/sessions/{session_id}/restart', { params, body }));
    },
    setAutomation(automation) {
      const body = { automation };
      return dataOf(api.PATCH('/api/v1/sessions/{session_id}/automation', { params, body }));
    },
    locate(command) {
      const body = { command };
      return dataOf(api.POST('/api/v1/sessions/{session_id}/locate', { params, body }));
    },
    pick() {
      const body = { timeout_seconds: PICK_SECONDS };
      return dataOf(api.POST('/api/v1/sessions/{session_id}/pick', { params, body }));
    },
    cancelPick: () => dataOf(api.DELETE('/api/v1/sessions/{session_id}/pick', { params })),
    snapshot: () => dataOf(api.GET('/api/v1/sessions/{session_id}/snapshot', { params })),
    setVariables(variables) {
      const body = { variables };
      return dataOf(api.PATCH('/api/v1/sessions/{session_id}/variables', { params, body }));
    },
    close: () => dataOf(api.DELETE('/api/v1/sessions/{session_id}', { params })),
  };
}
