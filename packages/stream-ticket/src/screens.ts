// Exports the tokens of screens without the tickets, whose library workers do not need.
export { openScreenToken } from './screen-token.ts';
