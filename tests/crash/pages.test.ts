// @module-tag full
import { rm } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { KILLED, runPageCrashes } from '#lab/crash/page-rounds.ts'
import { makeDataFolder } from '#tests/support/data-folder.ts'

test('after killing any process that renders pages, every book opens and no rendition is incomplete', async () => {
  const dataDir = await makeDataFolder()
  const report = await runPageCrashes(dataDir, KILLED.length)
  expect(report.map(({ killed }) => killed)).toEqual([...KILLED])
  await rm(dataDir, { recursive: true, force: true })
}, 300_000)
