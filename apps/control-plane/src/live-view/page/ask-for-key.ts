import type { PageElements } from './page-elements.ts';

const STORED_AS = 'errand.api-key';

/**
 * The key entered earlier in this tab. Never put in the URL, which ends up in histories and logs.
 */
export function findKey(): string | undefined {
  return sessionStorage.getItem(STORED_AS) ?? undefined;
}

export function forgetKey(): void {
  sessionStorage.removeItem(STORED_AS);
}

/** Resolves when the person has entered a key. */
export async function askForKey({ keyForm, key }: PageElements): Promise<string> {
  keyForm.hidden = false;
  key.focus();
  const given = await nextKey(keyForm, key);
  sessionStorage.setItem(STORED_AS, given);
  keyForm.hidden = true;
  key.value = '';
  return given;
}

function nextKey(keyForm: HTMLFormElement, key: HTMLInputElement): Promise<string> {
  return new Promise((resolve) => {
    const read = (event: SubmitEvent): void => {
      event.preventDefault();
      const given = key.value.trim();
      if (given === '') return;
      keyForm.removeEventListener('submit', read);
      resolve(given);
    };
    keyForm.addEventListener('submit', read);
  });
}
