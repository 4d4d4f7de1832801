import type { RecordedCalls } from './action-facts.ts';

/** A script reads the calls from its `browser`; which ones cannot be known in advance. */
export function callsOfScript(source: string): RecordedCalls[] {
  return source.includes('network_calls') ? [{ needsBody: true }] : [];
}
