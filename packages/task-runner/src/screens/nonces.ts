/** Remembers used nonces until they would be refused as expired anyway. */
export function createNonces() {
  const used = new Map<string, Date>();
  return {
    /** Returns false when the nonce was already used. */
    take(nonce: string, expiresAt: Date): boolean {
      const now = new Date();
      for (const [old, until] of used) if (until <= now) used.delete(old);
      if (used.has(nonce)) return false;
      used.set(nonce, expiresAt);
      return true;
    },
  };
}
