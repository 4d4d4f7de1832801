import type { Lease } from '../../control-plane-client.ts';

/** A lease of a task whose browser may be shared. `more`: other members of the task. */
export function lease(more: object = {}): Lease {
  const task = {
    recording_id: 'r',
    endpoint_name: 'order',
    automation: {},
    input_parameters: {},
    secure_parameters: {},
    rdp_parameter: null,
    input_files: [],
    unique_parameter_names: [],
    max_timeout_in_minutes: 1,
    use_proxy: false,
    is_dedicated: false,
    retry_count: 0,
    attempt: 1,
    model_usage: null,
    created_at: '2026-03-02T09:15:00.000Z',
    account_id: 'a',
    ...more,
  };
  return {
    task_id: 't',
    lease_epoch: 1,
    lease_secret: 's',
    lease_seconds: 60,
    expires_at: '2026-03-02T09:16:00.000Z',
    session: null,
    task,
  };
}
