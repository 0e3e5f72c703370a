/** The oldest supported browser versions. The build lowers syntax and styles to them; `npm run typecheck` checks every use of an API. */
export const SUPPORTED_BROWSERS = { chrome: 100, safari: 15.4, firefox: 100 }

export const BUILD_TARGETS = Object.entries(SUPPORTED_BROWSERS).map(([name, version]) => name + version)
