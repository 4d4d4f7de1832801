import { notImplementedRoute } from '../http/not-implemented-route.ts';
import { refuseMissing } from './missing-field-error.ts';

export const saveDemo = notImplementedRoute('saveDemo', { refuse: refuseMissing });
