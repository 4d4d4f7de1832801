import type { Html } from '@errand/foundation';
import type { Section } from '../site/search-pages.ts';

export interface ReferencePage {
  /** Last part of its address below `/docs/`: `api/tasks`. */
  readonly name: string;
  readonly title: string;
  readonly render: () => Html;
  /** Its sections, for the list of them on the page. */
  readonly outline: readonly { readonly id: string; readonly title: string }[];
  /** What a search finds. */
  readonly sections: readonly Section[];
}
