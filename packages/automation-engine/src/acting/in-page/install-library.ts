import { documentFunctions, elementFunctions } from './library.ts';

// In an isolated world: the page's scripts do not see it.
Object.assign(globalThis, { errandLibrary: { ...elementFunctions, ...documentFunctions } });
