/** Security of the connection: TLS, RDP's own without a certificate, or the client's choice. */
export type RdpSecurity = 'tls' | 'rdp' | 'negotiate';

export interface RdpPorts {
  readonly xrdp: number;
  readonly sesman: number;
}

/** `/etc/xrdp/xrdp.ini` */
export function xrdpIni(ports: RdpPorts, security: RdpSecurity): string {
  return ini({
    Globals: {
      ini_version: 1,
      fork: true,
      port: `tcp://127.0.0.1:${ports.xrdp}`,
      security_layer: security,
      // RDP's own encryption. xrdp 0.9.21.1-1+deb12u3 rejects what FreeRDP 2.11 sends at other
      // levels.
      crypt_level: 'fips',
      certificate: '/etc/xrdp/certificate.pem',
      key_file: '/etc/xrdp/key.pem',
      ssl_protocols: 'TLSv1.2, TLSv1.3',
      allow_channels: true,
      autorun: 'Xorg',
      max_bpp: 32,
      new_cursors: true,
    },
    Logging: { LogFile: '/tmp/xrdp.log', LogLevel: 'INFO', EnableSyslog: false },
    Channels: { rdpdr: true, rdpsnd: true, drdynvc: true, cliprdr: true },
    Xorg: {
      name: 'Xorg',
      lib: 'libxup.so',
      username: 'ask',
      password: 'ask',
      ip: '127.0.0.1',
      port: -1,
      code: 20,
    },
  });
}

/** Returns `/etc/xrdp/sesman.ini`: a session ends with its connection. */
export function sesmanIni(ports: RdpPorts): string {
  return ini({
    Globals: {
      ListenAddress: '127.0.0.1',
      ListenPort: ports.sesman,
      EnableUserWindowManager: false,
      DefaultWindowManager: '/etc/xrdp/startwm.sh',
    },
    Security: { AllowRootLogin: false, MaxLoginRetry: 4, AlwaysGroupCheck: false },
    Sessions: {
      // This machine's displays are numbered from 0; the ports above are used by nothing else.
      X11DisplayOffset: 1000 + (ports.xrdp % 10_000) * 5,
      MaxSessions: 5,
      KillDisconnected: true,
      DisconnectedTimeLimit: 0,
      IdleTimeLimit: 0,
      Policy: 'Default',
    },
    Logging: { LogFile: '/tmp/sesman.log', LogLevel: 'INFO', EnableSyslog: false },
    Xorg: repeated('param', [
      '/usr/lib/xorg/Xorg',
      '-config',
      'xrdp/xorg.conf',
      '-noreset',
      '-nolisten',
      'tcp',
      '-logfile',
      '/tmp/xorg.%s.log',
    ]),
    Chansrv: { FuseMountName: 'drives', FileUmask: '077' },
  });
}

type Section = Readonly<Record<string, string | number | boolean>> | string;

function repeated(name: string, values: readonly string[]): string {
  return values.map((value) => `${name}=${value}`).join('\n');
}

function ini(sections: Readonly<Record<string, Section>>): string {
  const lines = Object.entries(sections).flatMap(([name, section]) => [
    `[${name}]`,
    ...(typeof section === 'string'
      ? [section]
      : Object.entries(section).map(([key, value]) => `${key}=${value}`)),
    '',
  ]);
  return lines.join('\n');
}

/** `/etc/pam.d/xrdp-sesman`: passwords from `/etc/shadow`, without the machine's own rules. */
export const pamRules = [
  'auth required pam_unix.so',
  'account required pam_unix.so',
  'session required pam_permit.so',
  'password required pam_deny.so',
  '',
].join('\n');
