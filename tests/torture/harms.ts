import type { Harm } from './harm.ts'
import { backupWhileWritten } from './harms/backup-while-written.ts'
import { everyRouteEveryRole } from './harms/every-route-every-role.ts'
import { malformedRequests } from './harms/malformed-requests.ts'

/** All harms that `npm run torture` does, in the order of their numbers. A new one is a module in `harms/` and a word here. */
export const HARMS: Harm[] = [malformedRequests, everyRouteEveryRole, backupWhileWritten]
