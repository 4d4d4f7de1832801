import { askForKey, findKey, forgetKey } from './ask-for-key.ts';
import { followTask } from './follow-task.ts';
import { findElements } from './page-elements.ts';
import { createTaskApi } from './task-api.ts';
import { show } from './tell.ts';

const page = findElements();
const taskId = decodeURIComponent(location.pathname.split('/').at(-1) ?? '');
// The page is at live/TASK_ID, relative to the root of the API.
const base = new URL('../', location.href);

show(page.task, taskId);
page.forget.addEventListener('click', () => {
  forgetKey();
  location.reload();
});
// Without a key, the browser may have a session of the console.
for (let apiKey = findKey(); ; apiKey = await askForKey(page)) {
  page.forget.hidden = apiKey === undefined;
  show(page.headline, 'Looking for the task');
  show(page.detail, '');
  const outcome = await followTask(createTaskApi(base, taskId, apiKey), page);
  if (outcome === 'ended') break;
  document.body.dataset['phase'] = outcome;
  if (outcome === 'not-found') {
    // The address may be mistyped, so the key is kept.
    show(page.headline, 'Task not found');
    show(
      page.detail,
      apiKey === undefined
        ? 'The account that this browser is signed in to has no such task. Check the address, or enter an API key.'
        : 'The account of this API key has no such task. Check the address, or enter another key.',
    );
  } else if (apiKey === undefined) {
    show(page.headline, 'Which key?');
    show(page.detail, 'Enter the API key of the account that owns the task.');
  } else {
    forgetKey();
    page.forget.hidden = true;
    show(page.headline, 'The API key is not valid');
    show(page.detail, 'It is unknown, revoked or expired. Enter another one.');
  }
}
