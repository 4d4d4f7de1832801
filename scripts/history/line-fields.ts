import { z } from 'zod';

/** Milliseconds since 1970. All clocks of a history are on one machine. */
export const at = z.number();
export const status = z.enum(['queued', 'allocated', 'running', 'success', 'failed', 'cancelled']);
export const taskId = z.uuid();
export const epoch = z.int();
/** Number of the client's account, from 0. */
export const account = z.int();
/** Written by a worker process. */
export const byWorker = { at, pid: z.int(), workerId: z.string(), taskId, epoch };
