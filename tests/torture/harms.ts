import type { Fault } from './harm.ts'
import { anonymousRows } from './harms/anonymous-rows.ts'
import { backupWhileWritten } from './harms/backup-while-written.ts'
import { canaries } from './harms/canaries.ts'
import { clocks } from './harms/clocks.ts'
import { codeFlood } from './harms/code-flood.ts'
import { codeGuesses } from './harms/code-guesses.ts'
import { costlyPages } from './harms/costly-pages.ts'
import { databaseOutage } from './harms/database-outage.ts'
import { everyRouteEveryRole } from './harms/every-route-every-role.ts'
import { fullDisk } from './harms/full-disk.ts'
import { gatewayMessages } from './harms/gateway-messages.ts'
import { greedyConnections } from './harms/greedy-connections.ts'
import { injections } from './harms/injections.ts'
import { kills } from './harms/kills.ts'
import { malformedRequests } from './harms/malformed-requests.ts'
import { mutatedFiles } from './harms/mutated-files.ts'
import { ordersAtOnce } from './harms/orders-at-once.ts'
import { ordersByTheMinute } from './harms/orders-by-the-minute.ts'
import { paymentRecovery } from './harms/payment-recovery.ts'
import { pictureBombs } from './harms/picture-bombs.ts'
import { pipelinedPages } from './harms/pipelined-pages.ts'
import { randomQueries } from './harms/random-queries.ts'
import { signInFlood } from './harms/sign-in-flood.ts'
import { signInGuesses } from './harms/sign-in-guesses.ts'
import { soak } from './harms/soak.ts'
import { stops } from './harms/stops.ts'
import { wholeLists } from './harms/whole-lists.ts'

/** All fault scenarios of `npm run torture`. A new one is a module in `harms/` and an entry here. */
export const HARMS: Fault[] = [
  kills,
  paymentRecovery,
  databaseOutage,
  fullDisk,
  gatewayMessages,
  malformedRequests,
  pictureBombs,
  mutatedFiles,
  greedyConnections,
  randomQueries,
  wholeLists,
  pipelinedPages,
  costlyPages,
  ordersAtOnce,
  ordersByTheMinute,
  signInFlood,
  signInGuesses,
  codeGuesses,
  codeFlood,
  anonymousRows,
  everyRouteEveryRole,
  canaries,
  injections,
  clocks,
  soak,
  backupWhileWritten,
  stops,
]
