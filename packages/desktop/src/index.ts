export {
  DesktopError,
  DesktopKeyError,
  DesktopPointError,
  DesktopProgramMissingError,
  DesktopTextError,
  DesktopUnavailableError,
  PictureFormatError,
  TextLanguageMissingError,
  TextReaderError,
} from './desktop-errors.ts';
export type {
  ClickOptions,
  Desktop,
  ScreenArea,
  ScreenPicture,
  ScreenPoint,
  ScreenSize,
  ScreenText,
  ScrollDistance,
} from './desktop.ts';
export { clearDisplay } from './display/clear-display.ts';
export { removeDeadDisplays } from './display/display-number.ts';
export { findProgram } from './display/find-program.ts';
export { openDisplay, type Display, type DisplayOptions } from './display/open-display.ts';
export { parkPointer } from './display/park-pointer.ts';
export { releaseInput } from './display/release-input.ts';
export { signalGroup, startProcess, type OwnedProcess } from './display/start-process.ts';
export { openDesktop, type OpenDesktopOptions } from './open-desktop.ts';
export { comparePictures } from './pictures/compare-pictures.ts';
export { cropPicture } from './pictures/crop-picture.ts';
export { findPicture, type FoundPicture } from './pictures/find-picture.ts';
export { paintAreas } from './pictures/paint-areas.ts';
export { decodePng, encodePng } from './pictures/png.ts';
export { findTexts, matchTexts, type FoundText } from './texts/find-texts.ts';
export { readTexts, type ReadTextsOptions } from './texts/read-texts.ts';
export { similarityOf } from './texts/similarity.ts';
export { waitUntilStill, type StillOptions } from './wait-until-still.ts';
