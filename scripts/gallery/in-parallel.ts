/** Processes all entries, `count` at a time. Returns the results in the same order. */
export async function inParallel<Entry, Result>(
  count: number,
  entries: readonly Entry[],
  work: (entry: Entry, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const left = [...entries.entries()];
  const workOn = async (): Promise<void> => {
    for (let next = left.shift(); next; next = left.shift()) {
      const [index, entry] = next;
      results[index] = await work(entry, index);
    }
  };
  await Promise.all(Array.from({ length: count }, workOn));
  return results;
}
