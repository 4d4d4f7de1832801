/** What a tab did to the session that all tabs of the browser share. */
export type SessionChange = 'ended' | 'replaced';

const NAME = 'errand.session-change';

/**
 * Lets the other tabs know, also hidden ones, which receive no events of the server. The browser
 * reports a change of its storage to them; nothing stays there.
 */
export function announceChange(change: SessionChange): void {
  localStorage.setItem(NAME, change);
  localStorage.removeItem(NAME);
}

/** Calls `onChange` for what other tabs announce. Returns a function that ends this. */
export function followChanges(onChange: (change: SessionChange) => void): () => void {
  const listen = ({ key, newValue }: StorageEvent) => {
    if (key === NAME && newValue !== null) onChange(newValue as SessionChange);
  };
  addEventListener('storage', listen);
  return () => removeEventListener('storage', listen);
}
