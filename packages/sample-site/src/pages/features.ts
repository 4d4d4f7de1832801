import type { Router } from 'express';
import type { Site } from '../site.ts';
import { activityPages } from './activity.ts';
import { certificatePages } from './certificates.ts';
import { contractPages } from './contracts.ts';
import { dashboardPages } from './dashboard.ts';
import { documentPages } from './documents.ts';
import { landingPages } from './landing.ts';
import { loginPages } from './login.ts';
import { newOrderPages } from './new-order.ts';
import { offerPages } from './offers.ts';
import { orderDownloads } from './order-downloads.ts';
import { orderPages } from './orders.ts';
import { quotePages } from './quotes.ts';
import { reportPages } from './reports.ts';
import { requestPages } from './requests.ts';
import { securityPages } from './security.ts';
import { signInCodePages } from './sign-in-code.ts';
import { stepLoginPages } from './step-login.ts';
import { verificationPages } from './verification.ts';

/** Every part of the site; each is one file that defines its own paths. */
export const features: readonly ((site: Site) => Router)[] = [
  landingPages,
  loginPages,
  stepLoginPages,
  signInCodePages,
  verificationPages,
  quotePages,
  documentPages,
  certificatePages,
  offerPages,
  dashboardPages,
  newOrderPages,
  orderDownloads,
  orderPages,
  securityPages,
  reportPages,
  activityPages,
  requestPages,
  contractPages,
];
