import { rm } from 'node:fs/promises'
import { runCrashRounds } from '#tests/crash/crash-rounds.ts'
import { runPaymentCrashes } from '#tests/crash/payments/payment-rounds.ts'
import { makeTempFolder } from '#tests/support/temp-folder.ts'

/** Long crash runs: `npm run crash -- 50` while publishing; `npm run crash -- payments [scene]` at every step of a payment. */
const [what = '50', about = ''] = process.argv.slice(2)
const dataDir = await makeTempFolder()
if (what === 'payments') console.table(await runPaymentCrashes(dataDir, { every: 1, about, log: console.log }))
else console.log(await runCrashRounds(dataDir, Number(what), console.log))
await rm(dataDir, { recursive: true, force: true })
