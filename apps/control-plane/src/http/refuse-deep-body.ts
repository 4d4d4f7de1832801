import type { NextFunction, Request } from 'express';
import { InvalidRequestError } from './invalid-request-error.ts';
import type { AnyResponse } from './request-state.ts';

/** Lists and objects inside each other. Automations with loops in loops need some thirty. */
const MAX_DEPTH = 100;

/** Refuses a body that is nested deeper than anything of use, before anything walks through it. Throws InvalidRequestError. */
export function refuseDeepBody(
  { body }: Request,
  _response: AnyResponse,
  next: NextFunction,
): void {
  let level: readonly unknown[] = [body];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) {
      const msg = `nests lists and objects deeper than ${MAX_DEPTH} levels: send a flatter one`;
      next(new InvalidRequestError([{ loc: ['body'], msg, type: 'depth' }]));
      return;
    }
    level = level.flatMap(innerOf);
  }
  next();
}

function innerOf(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).filter((member) => typeof member === 'object' && member !== null);
}
