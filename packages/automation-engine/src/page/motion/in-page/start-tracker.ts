import { installTracker } from './install-tracker.ts';

declare const errandTrackerName: string;

// If it cannot be installed, the engine gets no answer: it waits for plain quiet and reports that
// in `waited_for`.
try {
  installTracker(errandTrackerName);
} catch {}
