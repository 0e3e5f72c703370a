/**
 * Oldest supported browser versions. The build compiles scripts and styles for these versions; `npm run typecheck` reports APIs that they
 * lack.
 */
export const SUPPORTED_BROWSERS = { chrome: 100, safari: 15.4, firefox: 100 }

export const BUILD_TARGETS = Object.entries(SUPPORTED_BROWSERS).map(([name, version]) => name + version)
