// The settings of what runs tasks, without the code that runs them: npm start reads only their names.
export { checkPrices } from './models/model-settings.ts';
export { readProxy, readRunnerConfig, runnerSettings } from './runner-settings.ts';
