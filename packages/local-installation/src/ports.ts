import { findFreePorts, listen } from '@errand/app-runtime';

const USUAL_PORTS = {
  API_PORT: 8080,
  STREAM_PORT: 8081,
  STREAM_METRICS_PORT: 8082,
  WORKER_PORT: 8083,
  SAMPLE_SITE_PORT: 8090,
  LOCAL_INFERENCE_PORT: 9000,
  POSTGRES_PORT: 5433,
} as const;

export const PORT_SETTINGS = Object.keys(USUAL_PORTS) as readonly (keyof typeof USUAL_PORTS)[];

export type PortSetting = keyof typeof USUAL_PORTS;
export type Ports = Readonly<Record<PortSetting, number>>;

/**
 * Returns the ports to use: free ones, or the defaults unless a variable of the same name overrides
 * them. Throws for a busy port, naming it and the variable, before anything is started.
 */
export async function choosePorts(
  isAutomatic: boolean,
  environment: NodeJS.ProcessEnv,
): Promise<Ports> {
  const free = isAutomatic ? await findFreePorts(PORT_SETTINGS.length) : [];
  const chosen: Partial<Record<PortSetting, number>> = {};
  for (const [index, setting] of PORT_SETTINGS.entries()) {
    chosen[setting] = free[index] ?? (await claimPort(setting, environment));
  }
  return chosen as Ports;
}

async function claimPort(setting: PortSetting, environment: NodeJS.ProcessEnv): Promise<number> {
  const text = environment[setting] ?? String(USUAL_PORTS[setting]);
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Error(`${setting} is "${text}", but a port is a whole number from 1 to 65535.`);
  }
  await using probe = await listen(() => undefined, { port, host: '127.0.0.1', setting });
  return probe.port;
}
