type Settings = Readonly<Record<string, string>>;

/** Ports of a worker that are closed or that it chooses itself, unless they are set. */
const PORTS = ['HEALTH_PORT', 'SCREEN_PORT'] as const;

/**
 * Returns settings that give each of several workers its own ports: the given port for the first
 * worker, the next port for the second. Throws when no port is left, or when the workers would
 * share the one address at which gateways reach screens.
 */
export function portsOfWorker(settings: Settings, number: number): Settings {
  if (number > 1 && settings['SCREEN_ADDRESS'] !== undefined) {
    throw new Error(
      'SCREEN_ADDRESS is the address of one worker: leave it out, or start with --workers 1.',
    );
  }
  const given = PORTS.filter((name) => Number(settings[name]) > 0);
  return Object.fromEntries(given.map((name) => [name, portOf(name, settings[name], number)]));
}

/** Returns where operators find each worker; empty without HEALTH_PORT. */
export function healthUrlsOf(settings: Settings, workers: number): readonly string[] {
  const { HEALTH_HOST: host = '127.0.0.1' } = settings;
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host;
  return Array.from({ length: workers }, (_, index) => portsOfWorker(settings, index + 1)).flatMap(
    ({ HEALTH_PORT: port }) => (port === undefined ? [] : [`http://${reachable}:${port}`]),
  );
}

function portOf(name: string, first: string | undefined, number: number): string {
  const port = Number(first) + number - 1;
  if (number === 1 || port <= 65_535) return String(port);
  throw new Error(
    `${name} is "${first}", and worker ${number} would need port ${port}: specify a lower one. Each worker takes the next port.`,
  );
}
