import type { Browser } from 'playwright-core';
import { answers } from './form-page.ts';
import { assertResult, type FormRunner, STEPS_AFTER_GOTO } from './form-runner.ts';

/**
 * Like the engine, waits until an element is visible, stable, enabled and uncovered before each
 * step.
 */
export function playwright(browser: Browser, { isTraced = false } = {}): FormRunner {
  return {
    name: isTraced ? 'playwright-core, traced' : 'playwright-core',
    async run(url) {
      await using context = await browser.newContext();
      if (isTraced) await context.tracing.start({ snapshots: true, screenshots: true });
      const page = await context.newPage();
      await page.goto(url);
      const startedAt = performance.now();
      await page.locator('#first').fill(answers.first);
      await page.locator('#last').fill(answers.last);
      await page.locator('#email').fill(answers.email);
      await page.locator('#country').selectOption(answers.country);
      await page.locator('#terms').check();
      await page.locator('#express').check();
      await page.locator('#notes').fill(answers.notes);
      await page.locator('#send').click();
      assertResult(await page.locator('#result').textContent());
      return (performance.now() - startedAt) / STEPS_AFTER_GOTO;
    },
  };
}
