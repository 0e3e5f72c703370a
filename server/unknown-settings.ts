import { findNearest } from '#contracts/common/count-slips.ts'
import { SETTING_NAMES } from './config.ts'

/** Beginnings of names that other programs also use, such as Node, OpenTelemetry and desktops (SESSION_MANAGER). */
const SHARED_PREFIXES = ['NODE', 'OTEL', 'LOG', 'SESSION', 'SERVICE', 'PUBLIC', 'DATA']
/** Variables that Kubernetes and Docker derive from the names of other services, such as `SMTP_PORT=tcp://10.0.0.5:25`. */
const OF_SERVICE_LINKS = /^\w+(_SERVICE_(HOST|PORT)(_\w+)?|_PORT_\d+_(TCP|UDP)(_\w+)?)=|^\w+_PORT=(tcp|udp):/
const LONGEST_NAME = 60
/** Settings of earlier versions that are gone, with what the product does now. */
const RETIRED: Record<string, string> = {
  DATABASE_REPLICA_URL: 'searches are read from the database of DATABASE_URL, and the standby serves only as its replacement',
}

/**
 * Returns a sentence for each environment variable that is a setting of an earlier version, or probably a mistyped one: its name is close to
 * that of a setting, or begins like one. Sentences contain no values. Such variables stop no start: a setting of another version, or of another program, may be among
 * them.
 */
export function findUnknownSettings(environment: Record<string, string | undefined>): string[] {
  const names = Object.keys(environment).filter((name) => environment[name]?.trim() && !SETTING_NAMES.includes(name))
  return names.flatMap((name) => {
    const upper = name.toUpperCase()
    if (name.length > LONGEST_NAME || OF_SERVICE_LINKS.test(`${upper}=${environment[name]}`)) return []
    if (RETIRED[upper]) return `${name} is no longer a setting, and is ignored: ${RETIRED[upper]}. Remove it.`
    const nearest = findNearest(upper, SETTING_NAMES)
    if (nearest && nearest.slips <= allowedSlips(nearest.text, upper))
      return `${name} is not a setting, and is ignored: did you mean ${nearest.text}?`
    const prefix = upper.slice(0, upper.indexOf('_') + 1)
    if (!OWN_PREFIXES.has(prefix)) return []
    const alike = SETTING_NAMES.filter((known) => known.startsWith(prefix))
    return `${name} is not a setting, and is ignored. Settings that begin with ${prefix} are ${alike.join(', ')}.`
  })
}

const OWN_PREFIXES = new Set(
  SETTING_NAMES.filter((name) => name.includes('_'))
    .map((name) => name.slice(0, name.indexOf('_') + 1))
    .filter((prefix) => !SHARED_PREFIXES.includes(prefix.slice(0, -1))),
)

/**
 * Short names are compared strictly, since many words are close to them: HOME is not HOST. So is the rest after a common beginning:
 * DATABASE_PORT is not DATABASE_POOL.
 */
function allowedSlips(known: string, typed: string) {
  if (known.length < 6) return 0
  const prefix = known.slice(0, known.indexOf('_') + 1)
  const compared = typed.startsWith(prefix) ? known.length - prefix.length : known.length
  return compared < 9 ? 1 : 2
}
