import { spawn } from 'node:child_process';

/** Computes for a share of every 20 milliseconds. */
const BURN = `
  const busyMs = 20 * Number(process.argv[1]);
  setInterval(() => { const end = performance.now() + busyMs; while (performance.now() < end); }, 20);
  process.once('disconnect', () => process.exit());`;

/** Keeps this many processor cores busy until disposed, or until this process ends. */
export function startBurning(cores: number): Disposable {
  const count = Math.ceil(cores);
  const children = Array.from({ length: count }, () =>
    spawn(process.execPath, ['--eval', BURN, String(cores / count)], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    }),
  );
  return {
    [Symbol.dispose]: () => {
      for (const child of children) child.kill();
    },
  };
}
