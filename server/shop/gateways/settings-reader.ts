import { Origin } from '#server/platform/web-url.ts'

/** Environment from which a gateway reads its settings. */
export type SettingsReader = {
  env: Record<string, string | undefined>
  isProduction: boolean
  /** Origin of PUBLIC_URL; empty if it is missing or invalid */
  publicUrl: string
  /** Whether a setting of another gateway is set */
  isAnotherSet: boolean
  /** Reports a problem, which contains the names of settings, but never their values */
  report: (problem: string) => void
  /** Reads an origin to which keys and payments may be sent */
  readOrigin: (name: string, fallback: string) => string
  /** Reads a setting that is `on`, `off` or not set */
  readSwitch: (name: string) => 'on' | 'off' | undefined
}

export function createSettingsReader(
  env: SettingsReader['env'],
  { isAnotherSet, report }: Pick<SettingsReader, 'isAnotherSet' | 'report'>,
): SettingsReader {
  return {
    env,
    isProduction: env.NODE_ENV === 'production',
    publicUrl: Origin.safeParse(env.PUBLIC_URL).data ?? '',
    isAnotherSet,
    report,
    readOrigin: (name, fallback) => {
      const given = env[name]
      if (given === undefined) return fallback
      const origin = Origin.safeParse(given).data
      if (!origin || !isSafe(origin)) report(`${name}: must be an https URL without a path, or an http URL of this machine`)
      return origin ?? fallback
    },
    readSwitch: (name) => {
      const value = env[name]
      if (value === 'on' || value === 'off') return value
      if (value) report(`${name}: must be on or off`)
      return undefined
    },
  }
}

/** Whether an origin is safe for keys and payments: TLS, or the local machine, where a test double may replace the gateway. */
function isSafe(origin: string) {
  const { protocol, hostname } = new URL(origin)
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}
