import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'web',
  buildDirectory: 'build',
  ssr: true,
  // The whole route manifest is small and travels with the first page, so there is no manifest endpoint to guard.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
