/** Limits on concurrent deliveries in this process. */
const MAX_PER_HOST = 8;
/** Half of a host's slots, so that a backlog of one account leaves some for others. */
const MAX_PER_HOST_AND_ACCOUNT = 4;
const MAX_PER_ACCOUNT = 8;

/** Keeps slow receivers from taking all delivery slots of this process. */
export interface DeliverySlots {
  /**
   * Undefined while the host or the account uses all its slots. Emails that ask for a person have
   * their own slots, because a task waits for them. Dispose to release the slot.
   */
  readonly take: (delivery: {
    readonly accountId: string;
    readonly url: string;
    /** Set for an email that asks for a person. */
    readonly humanWaitId?: string | null;
  }) => Disposable | undefined;
}

export function createDeliverySlots(): DeliverySlots {
  const used = new Map<string, number>();
  const change = (key: string, by: number): void => {
    const count = (used.get(key) ?? 0) + by;
    if (count === 0) used.delete(key);
    else used.set(key, count);
  };
  return {
    take({ accountId, url, humanWaitId = null }) {
      const kind = humanWaitId === null ? '' : 'for a person, ';
      const host = `${kind}host ${hostOf(url)}`;
      const account = `${kind}account ${accountId}`;
      const limits: [string, number][] = [
        [host, MAX_PER_HOST],
        [`${host}, ${account}`, MAX_PER_HOST_AND_ACCOUNT],
        [account, MAX_PER_ACCOUNT],
      ];
      if (limits.some(([key, limit]) => (used.get(key) ?? 0) >= limit)) return undefined;
      for (const [key] of limits) change(key, 1);
      return {
        [Symbol.dispose]() {
          for (const [key] of limits) change(key, -1);
        },
      };
    },
  };
}

/**
 * A `mailto:` address has an empty host, so all emails share one limit, as they share one mail
 * server.
 */
function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url;
}
