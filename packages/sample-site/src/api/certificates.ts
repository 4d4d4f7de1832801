import { certificates, countries } from '../catalogue/certificates.ts';
import { readText } from '../http/form-fields.ts';

export type CertificateAnswer =
  | { readonly found: false; readonly reason: string }
  | { readonly found: true; readonly [field: string]: unknown };

/** Returns the latest certificate or its history; undefined for another kind of query. */
export function findCertificates(kind: string, fields: unknown): CertificateAnswer | undefined {
  if (kind !== 'latest' && kind !== 'history') return undefined;
  if (!countries.includes(readText(fields, 'country'))) {
    return { found: false, reason: 'Choose a country from the list.' };
  }
  const number = readText(fields, 'documentNumber').toUpperCase();
  const lastName = readText(fields, 'lastName').toLowerCase();
  const certificate = certificates.find((known) => known.number === number);
  if (certificate === undefined || certificate.lastName.toLowerCase() !== lastName) {
    return { found: false, reason: 'No certificate has this number and name.' };
  }
  const { history, ...latest } = certificate;
  return kind === 'latest' ? { found: true, ...latest } : { found: true, number, history };
}
