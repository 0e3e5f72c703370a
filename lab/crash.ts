import { rm } from 'node:fs/promises'
import { runCrashRounds } from '#lab/crash/crash-rounds.ts'
import { runPageCrashes } from '#lab/crash/page-rounds.ts'
import { runPaymentCrashes } from '#lab/crash/payments/payment-rounds.ts'
import { makeTempFolder } from '#tests/support/temp-folder.ts'

/**
 * Long crash runs. `npm run crash -- 50` kills the server during publishing; `npm run crash -- payments [scene]` at every step of a
 * payment;
 * `npm run crash -- pages 12` while pages of books are rendered.
 */
const [what = '50', about = ''] = process.argv.slice(2)
const dataDir = await makeTempFolder()
if (what === 'payments') console.table(await runPaymentCrashes(dataDir, { every: 1, about, log: console.log }))
else if (what === 'pages') console.table(await runPageCrashes(dataDir, Number(about || 8), console.log))
else console.log(await runCrashRounds(dataDir, Number(what), console.log))
await rm(dataDir, { recursive: true, force: true })
