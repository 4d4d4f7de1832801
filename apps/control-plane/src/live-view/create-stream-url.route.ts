import { notImplementedRoute } from '../http/not-implemented-route.ts';

export const createStreamUrl = notImplementedRoute('createStreamUrl');
