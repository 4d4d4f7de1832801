import { controlOf } from './element-facts.ts';
import { readElementText } from './read-text.ts';

/** What a field shows of its text. */
export interface ShownText {
  readonly shown: string;
  /** Whether the browser draws bullets instead. */
  readonly isHidden: boolean;
}

export function readShownText(element: Element): ShownText {
  const field = controlOf(element);
  const covering = getComputedStyle(field).getPropertyValue('-webkit-text-security');
  const isPassword = field instanceof HTMLInputElement && field.type === 'password';
  const isHidden = isPassword || ['circle', 'disc', 'square'].includes(covering);
  return { shown: isHidden ? '' : readElementText(field), isHidden };
}
