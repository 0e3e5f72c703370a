import { rm } from 'node:fs/promises'
import { runCrashRounds } from '#tests/crash/crash-rounds.ts'
import { makeTempFolder } from '#tests/support/temp-folder.ts'

/** The long run of the crash test: `npm run crash -- 50` */
const rounds = Number(process.argv[2] ?? 50)
const dataDir = await makeTempFolder()
console.log(await runCrashRounds(dataDir, rounds, console.log))
await rm(dataDir, { recursive: true, force: true })
