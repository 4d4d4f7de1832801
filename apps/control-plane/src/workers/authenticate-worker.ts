import { type Authenticate, readBearer } from '../http/authenticate.ts';
import {
  POOL_TOKEN_REFUSED,
  UnauthorizedError,
  WORKER_TOKEN_REFUSED,
} from '../http/http-errors.ts';
import type { WorkerRegister } from './worker-register.ts';

/** Accepts the token of a worker's registration. */
export function authenticateByRegistration(register: Pick<WorkerRegister, 'find'>): Authenticate {
  return async (request) => {
    const worker = await register.find(readBearer(request));
    if (worker) return { worker };
    throw new UnauthorizedError(WORKER_TOKEN_REFUSED);
  };
}

/** Accepts the token of a pool of workers. */
export function authenticateByPool(register: Pick<WorkerRegister, 'findPool'>): Authenticate {
  return async (request) => {
    const pool = await register.findPool(readBearer(request));
    if (pool) return { pool };
    throw new UnauthorizedError(POOL_TOKEN_REFUSED);
  };
}
