/** One line of a gateway's metrics as a number; 0 for what has not been counted yet. */
export async function readMetric(
  { metricsUrl }: { readonly metricsUrl: string },
  line: string,
): Promise<number> {
  const text = await (await fetch(metricsUrl)).text();
  const found = text.split('\n').find((candidate) => candidate.startsWith(`${line} `));
  return Number(found?.slice(line.length + 1) ?? 0);
}
