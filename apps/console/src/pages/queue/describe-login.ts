import type { ErrandSchemas } from '@errand/client';
import { shortId } from '../../ui/format.ts';
import { startOfText } from '../../ui/start-of-text.ts';

const LONGEST = 120;

type Login = Pick<ErrandSchemas['LoginQueueState'], 'login_queue' | 'unique_parameters'>;

/** `email: ann`; the end of the queue's ID if its parameters are too large to be listed. */
export function describeLogin({ login_queue: id, unique_parameters: shared }: Login): string {
  if (!shared) return `Login ${shortId(id)}`;
  const pairs = Object.entries(shared).map(([name, values]) => `${name}: ${values.join(', ')}`);
  if (pairs.length === 0) return 'Dedicated tasks without a login';
  const { text, isWhole } = startOfText(pairs.join(' · '), LONGEST);
  return isWhole ? text : `${text}…`;
}
