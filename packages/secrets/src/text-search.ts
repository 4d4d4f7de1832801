export interface TextRange {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/** A match. */
export interface FoundRange extends TextRange {
  /**
   * Whether the range ends with a whole word, not with the beginning of a word that then differs.
   */
  readonly isWhole: boolean;
}

/** A word to find. */
export interface SearchWord {
  readonly text: string;
  /** Shortest prefix that also counts as a match. Default: only the whole word. */
  readonly shortestBeginning?: number;
}

const ROOT = 0;
const CODE_UNITS = 0x10000;

/**
 * Finds all matches of all words (Aho-Corasick): one pass, however many words there are.
 * Overlapping or touching ranges are merged; results are in order.
 */
export function createTextSearch(
  words: Iterable<SearchWord>,
): (text: string) => readonly FoundRange[] {
  const automaton = new WordAutomaton(words);
  return (text) => {
    const ranges: FoundRange[] = [];
    let state = ROOT;
    for (let index = 0; index < text.length; index += 1) {
      state = automaton.next(state, text.charCodeAt(index));
      const length = automaton.longestWord(state);
      if (length === 0) continue;
      const isWhole = automaton.endsWord(state);
      addRange(ranges, { start: index + 1 - length, end: index + 1, isWhole });
    }
    return ranges;
  };
}

function addRange(ranges: FoundRange[], range: FoundRange): void {
  let { start } = range;
  for (let last = ranges.at(-1); last && last.end >= start; last = ranges.at(-1)) {
    start = Math.min(start, last.start);
    ranges.pop();
  }
  ranges.push({ ...range, start });
}

/** States are numbers; one small map holds the edges by state and code unit. */
class WordAutomaton {
  readonly #edges = new Map<number, number>();
  readonly #fallbacks = [ROOT];
  readonly #longestWords = [0];
  readonly #wordEnds = new Set<number>();

  constructor(words: Iterable<SearchWord>) {
    for (const word of words) this.#add(word);
    this.#linkFallbacks();
  }

  next(state: number, codeUnit: number): number {
    for (let from = state; ; from = this.#fallbacks[from] ?? ROOT) {
      const to = this.#edges.get(from * CODE_UNITS + codeUnit);
      if (to !== undefined) return to;
      if (from === ROOT) return ROOT;
    }
  }

  /** Returns the length of the longest word that ends in this state; 0 if none. */
  longestWord(state: number): number {
    return this.#longestWords[state] ?? 0;
  }

  /** Returns whether a whole word ends in this state, not only the beginning of one. */
  endsWord(state: number): boolean {
    return this.#wordEnds.has(state);
  }

  #add({ text, shortestBeginning = text.length }: SearchWord): void {
    let state = ROOT;
    for (let index = 0; index < text.length; index += 1) {
      const edge = state * CODE_UNITS + text.charCodeAt(index);
      const known = this.#edges.get(edge);
      state = known ?? this.#fallbacks.push(ROOT) - 1;
      if (known === undefined) this.#edges.set(edge, state);
      if (index + 1 >= shortestBeginning) this.#longestWords[state] = index + 1;
    }
    this.#wordEnds.add(state);
  }

  /** Links level by level, so that the shorter suffixes to fall back to are linked first. */
  #linkFallbacks(): void {
    let level = [ROOT];
    const children = this.#childrenByState();
    while (level.length > 0) {
      const nextLevel: number[] = [];
      for (const state of level) {
        for (const { codeUnit, child } of children.get(state) ?? []) {
          this.#link(state, codeUnit, child);
          nextLevel.push(child);
        }
      }
      level = nextLevel;
    }
  }

  #link(parent: number, codeUnit: number, child: number): void {
    const fallback = parent === ROOT ? ROOT : this.next(this.#fallbacks[parent] ?? ROOT, codeUnit);
    this.#fallbacks[child] = fallback;
    this.#longestWords[child] ||= this.longestWord(fallback);
    if (this.#wordEnds.has(fallback)) this.#wordEnds.add(child);
  }

  #childrenByState(): ReadonlyMap<number, readonly { codeUnit: number; child: number }[]> {
    const edges = [...this.#edges].map(([edge, child]) => ({
      parent: Math.floor(edge / CODE_UNITS),
      codeUnit: edge % CODE_UNITS,
      child,
    }));
    return Map.groupBy(edges, ({ parent }) => parent);
  }
}
