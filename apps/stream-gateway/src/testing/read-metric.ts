/** Returns one line of a gateway's metrics as a number; 0 if not counted yet. */
export async function readMetric(
  { metricsUrl }: { readonly metricsUrl: string },
  line: string,
): Promise<number> {
  const text = await (await fetch(metricsUrl)).text();
  const found = text.split('\n').find((candidate) => candidate.startsWith(`${line} `));
  return Number(found?.slice(line.length + 1) ?? 0);
}
