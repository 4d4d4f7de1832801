/**
 * Which attempts leave a trace: none, failed ones, all, or failed ones with the bodies of their
 * responses, from which they can be replayed.
 */
export const traceModes = ['off', 'failed', 'all', 'replayable'] as const;
export type TraceMode = (typeof traceModes)[number];
