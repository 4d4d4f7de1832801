import type { PageRun } from '../../page/page-run.ts';
import type { ModelRun } from '../models/model-run.ts';

/** What passing a captcha needs of a run. */
export interface CaptchaRun extends ModelRun, PageRun {}
