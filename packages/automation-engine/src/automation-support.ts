import type { Automation } from './automation/automation-schema.ts';
import { NotImplementedError } from './errors.ts';

/** Throws `NotImplementedError` for a setting of the whole automation that this version would have to ignore. */
export function assertSupported(automation: Automation): void {
  const { browser_channel: channel, backend } = automation;
  if (channel === 'rdp') throw new NotImplementedError(`browser_channel "${channel}"`);
  if (backend !== 'browser-use') throw new NotImplementedError(`backend "${backend}"`);
}
