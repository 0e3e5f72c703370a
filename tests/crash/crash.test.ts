// @module-tag full
import { rm } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { runCrashRounds, runSharedFolderRounds } from '#lab/crash/crash-rounds.ts'
import { makeDataFolder } from '#tests/support/data-folder.ts'

test('a server that is killed while publishing keeps every acknowledged book and leaves nothing incomplete', async () => {
  const dataDir = await makeDataFolder()
  const report = await runCrashRounds(dataDir, 4)
  expect(report.adopted).toBeGreaterThan(0)
  expect(report.restarted).toBeGreaterThan(0)
  await rm(dataDir, { recursive: true, force: true })
})

test('when one of two instances on a data folder is killed while both publish, both serve every acknowledged book and nothing incomplete is left', async () => {
  const dataDir = await makeDataFolder()
  expect(await runSharedFolderRounds(dataDir, 2)).toBeGreaterThan(2)
  await rm(dataDir, { recursive: true, force: true })
}, 300_000)
