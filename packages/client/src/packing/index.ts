export { packProgram } from './pack-program.ts';
export { packToArgument } from './pack-to-argument.ts';
