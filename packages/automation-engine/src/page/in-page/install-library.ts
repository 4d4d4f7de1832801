import { documentFunctions, elementFunctions } from './library.ts';

// The isolated world hides the library from the page's scripts. The first library stays, because
// its modules keep state between calls.
if (!Object.hasOwn(globalThis, 'errandLibrary')) {
  Object.assign(globalThis, { errandLibrary: { ...elementFunctions, ...documentFunctions } });
}
