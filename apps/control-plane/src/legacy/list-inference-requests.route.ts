import { notImplementedRoute } from '../http/not-implemented-route.ts';

export const listInferenceRequests = notImplementedRoute('listInferenceRequests');
