/** The required values. */
export const VALUES = {
  image: { registry: 'registry.example/errand', tag: '1.2.3' },
  controlPlane: { existingSecret: 'plane-secret', publicUrl: 'https://errand.example' },
  workerDefaults: { existingSecret: 'worker-secret' },
};

/** Renders every template, and a pool of each kind. */
export const ALL_PARTS = {
  ...VALUES,
  controlPlane: { ...VALUES.controlPlane, publicUrl: 'https://errand.example/browser' },
  gateway: { enabled: true, existingSecret: 'gateway-secret' },
  serviceMonitor: { enabled: true },
  networkPolicy: { privateNetworks: ['10.20.0.0/16'] },
  workers: [
    { name: 'fixed', replicas: 3, drainSeconds: 60, settings: { SESSION_MEMORY_MIB: 2_000_000 } },
    { name: 'acme', labels: ['acme', 'big'], slots: 4, autoscaling: { enabled: true, max: 7 } },
    { name: 'spot', kind: 'job', labels: ['spot'], slots: 4, autoscaling: { enabled: true } },
  ],
};

/** Every optional value of a pod, and a gateway that serves wss itself. */
export const TUNED = {
  ...VALUES,
  image: { ...VALUES.image, pullPolicy: 'Always', pullSecrets: ['registry-secret'] },
  controlPlane: {
    ...VALUES.controlPlane,
    trustedProxies: ['10.0.0.0/8', 'loopback'],
    shutdownDelaySeconds: 12,
    settings: { S3_BUCKET: 'errand', ALLOW_PRIVATE_ADDRESSES: true },
  },
  gateway: {
    enabled: true,
    existingSecret: 'gateway-secret',
    tlsSecret: 'gateway-certificate',
    shutdownDelaySeconds: 8,
    settings: { DRAIN_SECONDS: 30, ALLOWED_ORIGINS: 'https://watch.example' },
  },
  migrate: { enabled: false },
  networkPolicy: { enabled: false },
  workers: [
    {
      name: 'tuned',
      replicas: 0,
      sharedMemory: '1Gi',
      nodeSelector: { pool: 'browsers' },
      tolerations: [{ key: 'browsers', operator: 'Exists', effect: 'NoSchedule' }],
    },
  ],
};
