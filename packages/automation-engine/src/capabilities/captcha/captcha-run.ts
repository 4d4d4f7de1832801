import type { PageRun } from '../../page/page-run.ts';
import type { ModelRun } from '../models/model-run.ts';

/** What solving a captcha needs from a run. */
export interface CaptchaRun extends ModelRun, PageRun {}
