import { createLogger } from '@errand/app-runtime';

/** A logger that keeps in `notes` what is logged at level info. */
export function createNoteLogger() {
  const notes: unknown[][] = [];
  const info = (...line: unknown[]) => void notes.push(line);
  return { notes, logger: Object.assign(createLogger({ name: 'test', level: 'error' }), { info }) };
}
