import { documentFunctions, elementFunctions } from './library.ts';

// The isolated world hides it from the page's scripts. The first one stays: its modules keep state between calls.
if (!Object.hasOwn(globalThis, 'errandLibrary')) {
  Object.assign(globalThis, { errandLibrary: { ...elementFunctions, ...documentFunctions } });
}
