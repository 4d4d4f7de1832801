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
show(page.headline, 'Which key?');
show(page.detail, 'Enter the API key of the account that owns the task.');
for (;;) {
  const apiKey = findKey() ?? (await askForKey(page));
  page.forget.hidden = false;
  show(page.headline, 'Looking for the task');
  show(page.detail, '');
  const outcome = await followTask(createTaskApi(base, taskId, apiKey), page);
  if (outcome === 'ended') break;
  forgetKey();
  page.forget.hidden = true;
  document.body.dataset['phase'] = outcome;
  if (outcome === 'key-wrong') {
    show(page.headline, 'The API key is not valid');
    show(page.detail, 'It is unknown, revoked or expired. Enter another one.');
  } else {
    show(page.headline, 'Task not found');
    show(
      page.detail,
      'The account of this API key has no such task. Check the address, or enter another key.',
    );
  }
}
