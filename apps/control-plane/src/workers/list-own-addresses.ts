const DEFAULT_PORTS: Readonly<Record<string, number>> = {
  'http:': 80,
  'ws:': 80,
  'https:': 443,
  'wss:': 443,
};

/** Returns `host:port` for each URL that is set. */
export function listOwnAddresses(...urls: readonly (string | undefined)[]): readonly string[] {
  return urls
    .filter((url) => url !== undefined)
    .map((url) => {
      const { hostname, port, protocol } = new URL(url);
      return `${hostname}:${port || DEFAULT_PORTS[protocol]}`;
    });
}
