import { AutomationError } from '../../errors.ts';

/** The captcha is still there after all attempts. */
export class CaptchaUnsolvedError extends AutomationError {
  readonly code = 'captcha_unsolved';

  constructor(attempts: number, reason: string) {
    super(
      `The captcha was not solved in ${attempts} attempts (config.max_captcha_retries): ${reason}. Check the evidence, or let a person solve it with human_in_loop_action.`,
    );
  }
}
