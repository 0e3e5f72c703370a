import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'web',
  buildDirectory: 'build',
  ssr: true,
  // One file a page: each more costs a visitor a kilobyte of headers and its turn on a slow line.
  splitRouteModules: false,
  // The whole route manifest is small and travels with the first page, so there is no manifest endpoint to guard.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
