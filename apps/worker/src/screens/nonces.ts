/** Remembers what was used until it would be refused for its age anyway. */
export function createNonces() {
  const used = new Map<string, Date>();
  return {
    /** False when it was taken before. */
    take(nonce: string, expiresAt: Date): boolean {
      const now = new Date();
      for (const [old, until] of used) if (until <= now) used.delete(old);
      if (used.has(nonce)) return false;
      used.set(nonce, expiresAt);
      return true;
    },
  };
}
