import { installTracker } from './install-tracker.ts';

declare const errandTrackerName: string;

try {
  installTracker(errandTrackerName);
} catch {
  // Rethrown, the error would reach the page's own error handlers. The engine notices a missing
  // tracker anyway: it gets no reply, waits for plain quiet and reports that in `waited_for`.
}
