import type { EgressGuard } from '@errand/egress-guard';
import { isIPv6 } from 'node:net';
import {
  RemoteDesktopRefusedError,
  RemoteDesktopUnreachableError,
} from './remote-desktop-errors.ts';

const DEFAULT_PORT = 3389;

/** Address of a remote desktop. */
export interface RdpHost {
  /** The host as the task names it. */
  readonly text: string;
  /** Name or address that the host's certificate is for. */
  readonly name: string;
  /**
   * `10.0.0.7:3389`, `[fd00::7]:3389`: used instead of the name, which may resolve differently a
   * moment later.
   */
  readonly address: string;
}

/**
 * Throws RemoteDesktopRefusedError, RemoteDesktopUnreachableError, and the reason of the signal.
 */
export async function findRdpHost(
  text: string,
  guard: Pick<EgressGuard, 'resolve'>,
  signal: AbortSignal,
): Promise<RdpHost> {
  const { name, port } = split(text);
  try {
    const [{ address }] = await guard.resolve(name, signal);
    return { text, name, address: `${isIPv6(address) ? `[${address}]` : address}:${port}` };
  } catch (error) {
    signal.throwIfAborted();
    if (!(Error.isError(error) && 'code' in error)) throw error;
    if (error.code === 'egress_blocked') throw new RemoteDesktopRefusedError(text, NOT_ALLOWED);
    throw new RemoteDesktopUnreachableError(text, 'its name is unknown');
  }
}

const NOT_ALLOWED =
  'it is, or leads to, an address that tasks may not use here. The operator of the worker allows hosts with RDP_ALLOWED_HOSTS.';

function split(text: string): { readonly name: string; readonly port: number } {
  const match = /^(?:\[(?<v6>[\da-f:.]+)\]|(?<name>[\w.-]+))(?::(?<port>\d{1,5}))?$/i.exec(text);
  const name =
    match?.groups?.['v6'] ?? match?.groups?.['name'] ?? (isIPv6(text) ? text : undefined);
  const port = Number(match?.groups?.['port'] ?? DEFAULT_PORT);
  if (name === undefined || port < 1 || port > 65_535) {
    throw new RemoteDesktopRefusedError(
      text,
      'write a host name or address, with :port when it is not 3389.',
    );
  }
  return { name, port };
}
