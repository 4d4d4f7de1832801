import type { ArtifactStore } from '../artifacts/artifact-store.ts';
import { defineRoute } from '../http/define-route.ts';
import { TraceNotFoundError } from './trace-errors.ts';
import type { TraceUrls } from './trace-urls.ts';

export const createTraceUrl = defineRoute(
  'createTraceUrl',
  async (
    {
      artifacts,
      traceUrls,
    }: { readonly artifacts: Pick<ArtifactStore, 'findTrace'>; readonly traceUrls: TraceUrls },
    { params, accountId, apiKeyId },
  ) => {
    const trace = await artifacts.findTrace(accountId, params.task_id);
    if (!trace) throw new TraceNotFoundError(params.task_id);
    const { url, expiresAt } = traceUrls.create({ accountId, apiKeyId }, trace.taskId);
    return { status: 200, body: { trace_url: url, expires_at: expiresAt.toISOString() } };
  },
);
