export {
  AmbiguousFrameError,
  LocatorSyntaxError,
  NotAFrameError,
  PageClosedError,
} from './locator-errors.ts';
export { describeLocator, type LocatorExpression, showLocator } from './locator-expression.ts';
export { namedWords } from './named-words.ts';
export { checkLocator, parseLocator, xpathLocator } from './parse-locator.ts';
export { createLocatorResolver, type LocatorResolver } from './resolver/locator-resolver.ts';
export { type LocatorCandidate, rankCandidates } from './hints/rank-candidates.ts';
export type { FrameMatches } from './resolver/show-matches.ts';
export type { LinkCount, NearMatch, NearSearch } from './resolver/nearest-matches.ts';
