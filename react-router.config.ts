import { relative } from 'node:path'
import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'web',
  // `scripts/prepare.mjs` sets `LECTERN_BUILD` to a new folder for each build.
  buildDirectory: relative(import.meta.dirname, process.env.LECTERN_BUILD ?? 'build/pages'),
  ssr: true,
  // Route modules are not split: each additional file costs a kilobyte of headers and another request on a slow connection.
  splitRouteModules: false,
  // The whole route manifest is small and sent with the first page, so there is no manifest endpoint to protect.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
