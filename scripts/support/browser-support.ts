import type { CompatStatement, SimpleSupportStatement } from '@mdn/browser-compat-data'
import { SUPPORTED_BROWSERS } from '#web/build/supported-browsers.ts'

const { chrome, safari, firefox } = SUPPORTED_BROWSERS
const VERSIONS = { chrome, chrome_android: chrome, safari, safari_ios: safari, firefox, firefox_android: firefox }

/** Returns whether all supported browsers have an API without a prefix or a setting. A partial implementation counts. */
export function isSupported({ support }: CompatStatement): boolean {
  return Object.entries(VERSIONS).every(([browser, version]) =>
    [support[browser as keyof typeof VERSIONS] ?? []].flat().some((statement) => !statement.prefix && isIn(statement, version)),
  )
}

/**
 * Returns whether all supported browsers have a CSS feature. Prefixes count, since the build adds them. Mobile browsers are ignored, since
 * some properties such as `cursor` have no use there.
 */
export function isSupportedCss({ support }: CompatStatement): boolean {
  return Object.entries(SUPPORTED_BROWSERS).every(([browser, version]) =>
    [support[browser as keyof typeof VERSIONS] ?? []].flat().some((statement) => isIn(statement, version)),
  )
}

function isIn({ version_added, version_removed, flags, alternative_name }: SimpleSupportStatement, version: number): boolean {
  if (flags || alternative_name) return false
  return toNumber(version_added) <= version && !(toNumber(version_removed) <= version)
}

const toNumber = (version: string | false | undefined) => (version ? Number.parseFloat(version.replace('≤', '')) : Number.POSITIVE_INFINITY)
