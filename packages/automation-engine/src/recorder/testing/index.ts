export { openPerson, type Person } from './open-person.ts';
export { openEyes, type Eyes } from './open-eyes.ts';
