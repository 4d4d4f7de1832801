import { createRunner, parse, PuppeteerRunnerExtension } from '@puppeteer/replay';
import type { Browser, Page } from 'puppeteer';
import { answers, expectedResult } from './form-page.ts';
import { assertResult, type FormRunner, STEPS_AFTER_GOTO } from './form-runner.ts';

/** Types and clicks immediately, whatever the state of the element. */
export function rawPuppeteer(browser: Browser): FormRunner {
  return onNewPage(browser, 'puppeteer, no waiting', fillInForm);
}

/** Fills in the form that the page shows, without any wait. */
export async function fillInForm(page: Page): Promise<void> {
  await page.type('#first', answers.first);
  await page.type('#last', answers.last);
  await page.type('#email', answers.email);
  await page.select('#country', answers.country);
  await page.click('#terms');
  await page.click('#express');
  await page.type('#notes', answers.notes);
  await page.click('#send');
  assertResult(await page.$eval('#result', ({ textContent }) => textContent));
}

/** Polls until an element is visible, enabled and stable before each step. */
export function puppeteerLocators(browser: Browser): FormRunner {
  return onNewPage(browser, 'puppeteer locators', async (page) => {
    await page.locator('#first').fill(answers.first);
    await page.locator('#last').fill(answers.last);
    await page.locator('#email').fill(answers.email);
    await page.locator('#country').fill(answers.country);
    await page.locator('#terms').click();
    await page.locator('#express').click();
    await page.locator('#notes').fill(answers.notes);
    await page.locator('#send').click();
    assertResult(await page.$eval('#result', ({ textContent }) => textContent));
  });
}

function onNewPage(
  browser: Browser,
  name: string,
  fillIn: (page: Page) => Promise<void>,
): FormRunner {
  return {
    name,
    async run(url) {
      await using opened = await openPage(browser);
      await opened.page.goto(url);
      const startedAt = performance.now();
      await fillIn(opened.page);
      return (performance.now() - startedAt) / STEPS_AFTER_GOTO;
    },
  };
}

/** Plays recordings of Chromium's DevTools. */
export function puppeteerReplay(browser: Browser): FormRunner {
  return {
    name: '@puppeteer/replay',
    async run(url) {
      await using opened = await openPage(browser);
      const timing = new TimedExtension(browser, opened.page, { timeout: 10_000 });
      await (await createRunner(parse(recordingOf(url)), timing)).run();
      return timing.millisecondsPerStep;
    },
  };
}

class TimedExtension extends PuppeteerRunnerExtension {
  readonly #endings: number[] = [];

  override async afterEachStep(): Promise<void> {
    this.#endings.push(performance.now());
  }

  get millisecondsPerStep(): number {
    const [navigatedAt = 0, ...endings] = this.#endings;
    return ((endings.at(-1) ?? NaN) - navigatedAt) / STEPS_AFTER_GOTO;
  }
}

function recordingOf(url: string) {
  const isShown = `document.querySelector('#result').textContent === ${JSON.stringify(expectedResult)}`;
  return {
    title: 'delivery',
    steps: [
      { type: 'navigate', url },
      change('#first', answers.first),
      change('#last', answers.last),
      change('#email', answers.email),
      change('#country', answers.country),
      click('#terms'),
      click('#express'),
      change('#notes', answers.notes),
      click('#send'),
      { type: 'waitForExpression', expression: isShown },
    ],
  };
}

function change(id: string, value: string) {
  return { type: 'change', selectors: [[id]], value };
}

function click(id: string) {
  return { type: 'click', selectors: [[id]], offsetX: 4, offsetY: 4 };
}

async function openPage(browser: Browser): Promise<AsyncDisposable & { readonly page: Page }> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  return { page, [Symbol.asyncDispose]: () => context.close() };
}
