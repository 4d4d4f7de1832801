const exact = [
  'Copy texts exactly as they appear there. Invent nothing.',
  'A field is null if its value is not there.',
].join('\n');

/** For `extraction_action.llm` and the model fallback of a locator. */
export function readPage(wish: string): string {
  return task('Read values from the web page that is shown to you.', exact, wish);
}

/** For `extraction_action.pdf`. */
export function readDocument(wish: string): string {
  return task('Read values from the document that is shown to you.', exact, wish);
}

/** For `assertion_action.llm`. */
export function judgePage(claim: string): string {
  const rules = [
    'assertion_result is true only if what is shown proves it; if you cannot tell, it is false.',
    'assertion_reason says in one sentence what on the page decides it.',
  ].join('\n');
  return task(
    'Judge whether a claim about the web page that is shown to you is true.',
    rules,
    claim,
  );
}

/** For `misc_action.llm_query`. */
export function answerQuestion(question: string): string {
  return task('Answer a question.', 'A field is null if you do not know its answer.', question);
}

/** For `extraction_action.vision`. */
export function findPoint(wish: string): string {
  const rules = [
    'Say where its centre is: x counts from the left edge (0) to the right edge (1000) of the image, y from its top edge (0) to its bottom edge (1000).',
    'If it is not there, or you cannot tell which of several is meant, both are null.',
  ].join('\n');
  return task('Find a place in the screenshot that is shown to you.', rules, wish);
}

/** For an `input_text` without text. */
export function proposeInput(wish: string): string {
  const rules = [
    'Propose the text for one field of the web page that is shown to you: the text alone, as it is typed.',
    'If neither the wish nor the page says what to type, input_text is null.',
  ].join('\n');
  return task('You help to fill in a form.', rules, wish);
}

/** For a `select_option` without values. */
export function proposeSelection(wish: string): string {
  const rules = [
    'Choose from the numbered options of one list of the web page that is shown to you, by their numbers.',
    'If none of them fits the wish, the list of numbers is empty.',
  ].join('\n');
  return task('You help to fill in a form.', rules, wish);
}

/** For a `select_option` whose values exactly match no option, or several. */
export function matchSelection(wanted: readonly string[], wish: string): string {
  const rules = [
    `The form asks for ${wanted.map((text) => JSON.stringify(text)).join(', ')}, which is not clear in the list.`,
    'Choose, by their numbers, the options that mean the same, one for each text.',
    'If one of the texts has no option that means the same, the list of numbers is empty: a wrong option is worse than none.',
  ].join('\n');
  return task('You help to fill in a form.', rules, wish);
}

/** For `two_fa_action`. */
export function chooseOneTimeCode(wish: string): string {
  const rules = [
    'Answer with the most recent code that can be used to log in or to confirm something: its characters alone.',
    'A date, a price, a telephone number or the number of an order is not such a code. If there is no such code, code is null.',
  ].join('\n');
  const usual = 'Any one-time code will do.';
  const role = 'Find a one-time code in the messages that are shown to you, the newest first.';
  return task(role, rules, wish === '' ? usual : wish);
}

export type CaptchaQuestion = 'grid' | 'refreshed' | 'text';

const captchaQuestions: Readonly<Record<CaptchaQuestion, string>> = {
  grid: 'Say how many rows and columns of pictures the grid has, and the numbers of the pictures that its text asks for: from 1, row by row. If none is left to choose, boxes is empty.',
  refreshed:
    'Some pictures of the grid were just chosen. new_images is true only if new pictures have taken their place, so that there may be more to choose; pictures that are marked as chosen are not new.',
  text: 'Read the characters in the picture, or solve the task that it sets, and answer with what has to be typed: text. If you cannot tell, it is null.',
};

/** For `captcha_action`. */
export function solveCaptchaPart(question: CaptchaQuestion): string {
  const role = "Help with a test on the user's own site that its automation has to pass.";
  return `${role}\n${captchaQuestions[question]}`;
}

function task(role: string, rules: string, wish: string): string {
  return `${role}\n${rules}\n\nThe wish of the automation's author:\n${wish}`;
}
