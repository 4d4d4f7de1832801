/** A pause that can be cut short. */
export interface Alarm {
  readonly sleep: (ms: number) => Promise<void>;
  /** Ends the current pause, or the next one as soon as it begins. */
  readonly ring: () => void;
}

export function createAlarm(): Alarm {
  let { promise: rung, resolve: ring } = Promise.withResolvers<void>();
  return {
    async sleep(ms) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const passed = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, ms);
      });
      await Promise.race([rung, passed]);
      clearTimeout(timer);
      ({ promise: rung, resolve: ring } = Promise.withResolvers<void>());
    },
    ring: () => ring(),
  };
}
