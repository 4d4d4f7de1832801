import type { Behaviour } from './behaviour.ts';
import { besideTickers } from './behaviours/beside-tickers.ts';
import { debounces } from './behaviours/debounces.ts';
import { frameworks } from './behaviours/frameworks.ts';
import { loads } from './behaviours/loads.ts';
import { messages } from './behaviours/messages.ts';
import { motions } from './behaviours/motions.ts';
import { requests } from './behaviours/requests.ts';
import { searches } from './behaviours/searches.ts';
import { throttles } from './behaviours/throttles.ts';
import { timers } from './behaviours/timers.ts';

/** All delayed behaviours, by kind. */
export const behaviours: readonly Behaviour[] = [
  ...debounces,
  ...throttles,
  ...timers,
  ...requests,
  ...messages,
  ...loads,
  ...motions,
  ...frameworks,
  ...searches,
  ...besideTickers,
];
