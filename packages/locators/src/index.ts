export {
  AmbiguousFrameError,
  LocatorSyntaxError,
  NotAFrameError,
  PageClosedError,
} from './locator-errors.ts';
export { describeLocator, type LocatorExpression } from './locator-expression.ts';
export { namedWords } from './named-words.ts';
export { checkLocator, parseLocator, xpathLocator } from './parse-locator.ts';
export { createLocatorResolver, type LocatorResolver } from './resolver/locator-resolver.ts';
