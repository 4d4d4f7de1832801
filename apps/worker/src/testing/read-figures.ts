/** Returns the value of a series in Prometheus' text format; undefined if it is absent. */
export function valueOf(metrics: string, series: string): string | undefined {
  const line = metrics.split('\n').find((candidate) => candidate.startsWith(`${series} `));
  return line?.slice(series.length + 1);
}

/** Reads what the control plane counted for the tasks of `worker.test.ts`. */
export async function readFigures(url: string) {
  const text = await (await fetch(url)).text();
  const figure = (series: string) => Number(valueOf(text, series));
  const ended = (status: string, errorClass: string) =>
    figure(`errand_tasks_ended_total{status="${status}",error_class="${errorClass}"}`);
  const submit = {
    http_request_method: 'POST',
    http_route: '/api/v1/inference',
    http_response_status_code: '202',
  };
  const labels = Object.entries(submit).map(([name, value]) => `${name}="${value}"`);
  return {
    text,
    success: ended('success', 'none'),
    missing: ended('failed', 'locator_not_found'),
    cancelled: ended('cancelled', 'none'),
    submitted: figure('errand_tasks_submitted_total{place="fleet"}'),
    claims: figure('errand_claims_total'),
    submitRequests: figure(`http_server_request_duration_seconds_count{${labels.join(',')}}`),
    claimable: figure('errand_queue_claimable{lane="default"}'),
    workers: figure('errand_workers'),
  };
}
