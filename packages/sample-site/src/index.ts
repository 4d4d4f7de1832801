export { createSampleSite } from './sample-site.ts';
export { sampleRecordings, type SampleRecording } from './sample-recordings.ts';
export type { SampleSiteOptions } from './site.ts';
export { startSampleSite, type RunningSampleSite } from './start-sample-site.ts';
