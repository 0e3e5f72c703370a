import { relative } from 'node:path'
import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'web',
  // prepare.mjs names a new folder for each build.
  buildDirectory: relative(import.meta.dirname, process.env.LECTERN_BUILD ?? 'build/pages'),
  ssr: true,
  // One file a page: each more costs a visitor a kilobyte of headers and its turn on a slow line.
  splitRouteModules: false,
  // The whole route manifest is small and travels with the first page, so there is no manifest endpoint to guard.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
