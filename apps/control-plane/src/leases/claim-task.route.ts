import { defineRoute } from '../http/define-route.ts';

/** A free slot asks for work; the request stays open until there is some. */
export const claimTask = defineRoute('claimTask', async ({ leases }, { body, signal }) => {
  const lease = await leases.claim({
    workerId: body.worker_id,
    version: body.worker_version,
    slots: body.slots,
    labels: body.labels,
    screen: body.screen,
    waitSeconds: body.wait_seconds,
    signal,
  });
  if (!lease) return { status: 204 };
  const { task } = lease;
  return {
    status: 200,
    body: {
      lease: {
        task_id: lease.taskId,
        lease_epoch: lease.leaseEpoch,
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
          unique_parameter_names: task.uniqueParameterNames,
          max_timeout_in_minutes: task.maxTimeoutInMinutes,
          use_proxy: task.useProxy,
          is_dedicated: task.isDedicated,
          retry_count: task.retryCount,
          attempt: task.attempt,
          model_usage: task.modelUsage,
          created_at: task.createdAt.toISOString(),
        },
      },
      close_sessions: [...lease.closeSessions],
    },
  };
});
