import { rm } from 'node:fs/promises'
import { runCrashRounds } from '#tests/crash/crash-rounds.ts'
import { runPaymentCrashes } from '#tests/crash/payments/payment-rounds.ts'
import { makeTempFolder } from '#tests/support/temp-folder.ts'

/** The long runs of the crash tests: `npm run crash -- 50` for publishing, `npm run crash -- payments` for every step of a payment, or of the scenes that are named next (`"a message"`) */
const [what = '50', about = ''] = process.argv.slice(2)
const dataDir = await makeTempFolder()
if (what === 'payments') console.table(await runPaymentCrashes(dataDir, { every: 1, about, log: console.log }))
else console.log(await runCrashRounds(dataDir, Number(what), console.log))
await rm(dataDir, { recursive: true, force: true })
