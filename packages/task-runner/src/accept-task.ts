import { parseAutomation, type Automation } from '@errand/automation-engine/automation';
import { BrowserUnavailableError, channelOf } from './browser/browser-channel.ts';
import type { Session } from './browser/session.ts';
import type { Lease } from './control-plane-client.ts';
import { ProxyFailedError } from './proxy/proxy-errors.ts';

const NO_PROXY =
  'the worker that took the task has no proxy. Its operator sets PROXY_URL (and PROXY_USERNAME, PROXY_PASSWORD).';

/**
 * Returns the automation of a task. Fails fast on settings that this worker cannot honour:
 * BrowserUnavailableError, ProxyFailedError.
 */
export function acceptTask(
  lease: Lease,
  session: Pick<Session, 'channel' | 'isBehindProxy'>,
): Automation {
  const { task } = lease;
  const channel = channelOf(lease);
  if (channel !== session.channel) throw new BrowserUnavailableError(channel);
  if (task.use_proxy && !session.isBehindProxy) throw new ProxyFailedError(NO_PROXY);
  return parseAutomation(task.automation);
}

/** Returns the inputs that make a submission unique, by name. */
export function uniqueParametersOf({ task }: Lease): Readonly<Record<string, readonly string[]>> {
  const { input_parameters: inputs, unique_parameter_names: names } = task;
  return Object.fromEntries(names.map((name) => [name, inputs[name] ?? []]));
}
