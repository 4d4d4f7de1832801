import type { ErrandSchemas } from '@errand/client';
import type { ReactNode } from 'react';
import { STATUS_ICONS } from './icons.tsx';

interface StatusProps {
  readonly status: ErrandSchemas['TaskStatus'];
  readonly isWaiting?: boolean;
  readonly isStopping?: boolean;
}

/** The state of a task as a shape and text, not only a colour. */
export function Status({ status, isWaiting = false, isStopping = false }: StatusProps) {
  if (isWaiting) return <Mark look="waiting" words="needs a person" />;
  if (isStopping) return <Mark look="running" words="stopping" />;
  if (status === 'allocated') return <Mark look="running" words="starting" />;
  return <Mark look={status} words={status} />;
}

interface MarkProps {
  readonly look: keyof typeof STATUS_ICONS;
  readonly words: ReactNode;
}

export function Mark({ look, words }: MarkProps) {
  return (
    <span className={`status ${look}`}>
      {STATUS_ICONS[look]}
      {words}
    </span>
  );
}
