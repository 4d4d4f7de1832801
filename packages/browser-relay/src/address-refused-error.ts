import type { Destination } from './read-socks-request.ts';

const reasons = {
  private:
    'is private and this deployment refuses it. Its operator opens private addresses with ALLOW_PRIVATE_ADDRESSES',
  reserved: 'is link-local, reserved or that of a metadata service, which browsers never reach',
  own: 'belongs to this installation, which browsers never reach',
} as const;

/**
 * A browser requested an address that it must not reach. The message is the end of a sentence,
 * without a full stop.
 */
export class AddressRefusedError extends Error {
  readonly reason: keyof typeof reasons;

  constructor({ host, port }: Destination, reason: keyof typeof reasons) {
    const address = `${host.includes(':') ? `[${host}]` : host}:${port}`;
    super(`the address ${address} ${reasons[reason]}`);
    this.name = new.target.name;
    this.reason = reason;
  }
}
