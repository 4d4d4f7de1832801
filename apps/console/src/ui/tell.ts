type Listener = () => void;

const SHOWN_MS = 6_000;
const listeners = new Set<Listener>();
let sentence = '';
let ending: ReturnType<typeof setTimeout> | undefined;

function set(next: string): void {
  sentence = next;
  for (const listener of listeners) listener();
}

/** Shows a message for a few seconds; screen readers announce it. */
export function tell(next: string): void {
  clearTimeout(ending);
  set(next);
  ending = setTimeout(() => set(''), SHOWN_MS);
}

export const told = {
  read: () => sentence,
  subscribe: (listener: Listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
