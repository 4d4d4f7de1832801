/** Rows that one statement should touch at most. */
const MOST = 100;

interface Call<Given, Result> {
  readonly given: Given;
  readonly asked: PromiseWithResolvers<Result>;
}

/**
 * Serves calls with the same key in groups, one group at a time: calls made while a group is served
 * form the next one. A call alone is served at once. `serve` returns the results in the order of
 * the calls; its error rejects all calls of the group.
 */
export function groupCalls<Given, Result>(
  serve: (key: string, given: readonly Given[]) => Promise<readonly Result[]>,
): (key: string, given: Given) => Promise<Result> {
  const waiting = new Map<string, Call<Given, Result>[]>();

  async function serveAll(key: string): Promise<void> {
    for (let group = waiting.get(key) ?? []; group.length > 0; group = waiting.get(key) ?? []) {
      const next = group.splice(0, MOST);
      await settle(next, () =>
        serve(
          key,
          next.map(({ given }) => given),
        ),
      );
    }
    waiting.delete(key);
  }

  return (key, given) => {
    const asked = Promise.withResolvers<Result>();
    const group = waiting.get(key);
    if (group) {
      group.push({ given, asked });
    } else {
      waiting.set(key, [{ given, asked }]);
      void serveAll(key);
    }
    return asked.promise;
  };
}

/** Never rejects: each caller in the group gets its result or the error. */
async function settle<Given, Result>(
  group: readonly Call<Given, Result>[],
  serve: () => Promise<readonly Result[]>,
): Promise<void> {
  try {
    const results = await serve();
    if (results.length !== group.length) {
      throw new Error(`${group.length} calls have ${results.length} results.`);
    }
    for (const [place, result] of results.entries()) group[place]?.asked.resolve(result);
  } catch (error) {
    for (const { asked } of group) asked.reject(error);
  }
}
