import { findListComparisons } from '@errand/expressions';
import type { LintRule } from './lint-rule.ts';
import { expressionOf } from './reads.ts';

/** Comparisons of a whole list with one value, which are always the same. */
export const listComparisons: LintRule = {
  name: 'list-comparison',
  *find({ names, reads }) {
    for (const field of new Set(reads.map((read) => read.field))) {
      const indices = new Set(field.loops.map((loop) => loop.index_variable_name));
      const expression = expressionOf(field);
      for (const name of expression ? findListComparisons(expression) : []) {
        if (indices.has(name) || !names.isKnown(name)) continue;
        const message = `"${name}" is the list of the values of the variable, so == with one value is always False, and != always True. To compare the first of them, write ${name}[0].`;
        yield { path: field.path, message };
      }
    }
  },
};
