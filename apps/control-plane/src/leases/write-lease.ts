import type { WorkerSchemas } from '@errand/api-types';
import { writeInputFile } from '../input-files/input-files-of.ts';
import type { Lease } from './lease.ts';

/** A lease as the worker protocol has it. */
export function writeLease(lease: Lease): WorkerSchemas['Lease'] {
  const { task } = lease;
  return {
    task_id: lease.taskId,
    lease_epoch: lease.leaseEpoch,
    lease_secret: lease.leaseSecret,
    lease_seconds: lease.leaseSeconds,
    expires_at: lease.expiresAt.toISOString(),
    session: lease.session && {
      session_id: lease.session.sessionId,
      is_new: lease.session.isNew,
    },
    task: {
      recording_id: task.recordingId,
      endpoint_name: task.endpointName,
      automation: task.automation,
      input_parameters: task.inputParameters,
      secure_parameters: task.secureParameters,
      rdp_parameter: task.rdpParameter,
      input_files: task.inputFiles.map(writeInputFile),
      unique_parameter_names: task.uniqueParameterNames,
      max_timeout_in_minutes: task.maxTimeoutInMinutes,
      use_proxy: task.useProxy,
      is_dedicated: task.isDedicated,
      retry_count: task.retryCount,
      attempt: task.attempt,
      model_usage: task.modelUsage,
      created_at: task.createdAt.toISOString(),
    },
  };
}
