import type { Scenario } from './scenario.ts'
import { anonymousRows } from './scenarios/anonymous-rows.ts'
import { backupWhileWritten } from './scenarios/backup-while-written.ts'
import { canaries } from './scenarios/canaries.ts'
import { clocks } from './scenarios/clocks.ts'
import { codeFlood } from './scenarios/code-flood.ts'
import { codeGuesses } from './scenarios/code-guesses.ts'
import { costlyPages } from './scenarios/costly-pages.ts'
import { databaseOutage } from './scenarios/database-outage.ts'
import { everyRouteEveryRole } from './scenarios/every-route-every-role.ts'
import { fullDisk } from './scenarios/full-disk.ts'
import { gatewayMessages } from './scenarios/gateway-messages.ts'
import { greedyConnections } from './scenarios/greedy-connections.ts'
import { injections } from './scenarios/injections.ts'
import { kills } from './scenarios/kills.ts'
import { malformedRequests } from './scenarios/malformed-requests.ts'
import { mutatedFiles } from './scenarios/mutated-files.ts'
import { ordersAtOnce } from './scenarios/orders-at-once.ts'
import { ordersByTheMinute } from './scenarios/orders-by-the-minute.ts'
import { paymentRecovery } from './scenarios/payment-recovery.ts'
import { pictureBombs } from './scenarios/picture-bombs.ts'
import { pipelinedPages } from './scenarios/pipelined-pages.ts'
import { randomQueries } from './scenarios/random-queries.ts'
import { signInFlood } from './scenarios/sign-in-flood.ts'
import { signInGuesses } from './scenarios/sign-in-guesses.ts'
import { soak } from './scenarios/soak.ts'
import { stops } from './scenarios/stops.ts'
import { wholeLists } from './scenarios/whole-lists.ts'

/** All fault scenarios of `npm run faults`. A new scenario needs a module in `scenarios/` and an entry here. */
export const SCENARIOS: Scenario[] = [
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
