import { rankInPage } from '@errand/locators/ranking';
import type { ErrandRecorder } from '../notes.ts';
import { followBlindSpots } from './blind-spots.ts';
import { setLoop } from './describe-target.ts';
import { followClosing } from './follow-closing.ts';
import { followFields, lookAtFields } from './follow-fields.ts';
import { followHovering } from './follow-hovering.ts';
import { followKeys } from './follow-keys.ts';
import { followPointer } from './follow-pointer.ts';
import { followScrolling } from './follow-scrolling.ts';
import { followAdditions } from './gestures.ts';
import { followPointing, pointAt } from './point-at.ts';
import { followRewriting, listen, report } from './report.ts';
import { followSecrets } from './secret-marks.ts';
import { followShownSecrets, searchedSecretFinder } from './shown-secrets.ts';

// This file runs in an isolated world of every recorded document.

declare global {
  var errandRecorder: ErrandRecorder | undefined;
}

function nameFrame(frame: Element): string {
  const showsSecret = searchedSecretFinder();
  const { candidates } = rankInPage(frame, { budgetMs: 40 });
  return candidates.find(({ command }) => !showsSecret(command))?.command ?? '';
}

if (!Object.hasOwn(globalThis, 'errandRecorder')) {
  globalThis.errandRecorder = {
    pointAt,
    setLoop,
    nameFrame,
    look: lookAtFields,
  };
  followRewriting();
  followPointing();
  followSecrets(document);
  followShownSecrets();
  followAdditions();
  followHovering();
  followPointer();
  followBlindSpots();
  followFields();
  followKeys();
  followScrolling();
  followClosing();
  // The next document of the same site inherits the activation, but is empty when it begins.
  const isLate = navigator.userActivation.hasBeenActive && document.documentElement !== null;
  report({ kind: 'hello', isLate });
  if (window !== window.top) {
    // The frame may disappear because of what the person does in it.
    let isEntered = false;
    listen('pointerover', () => {
      if (!isEntered) report({ kind: 'entered' });
      isEntered = true;
    });
  }
}
