import { notImplementedRoute } from '../http/not-implemented-route.ts';

export const triggerCallback = notImplementedRoute('triggerCallback');
