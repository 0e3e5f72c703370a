// @module-tag full
import { rm } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { makeDataFolder } from '#tests/support/data-folder.ts'
import { KILLED, runPageCrashes } from './page-rounds.ts'

test('after killing any process that renders pages, every book opens and no rendition is incomplete', async () => {
  const dataDir = await makeDataFolder()
  const report = await runPageCrashes(dataDir, KILLED.length)
  expect(report.map(({ killed }) => killed)).toEqual([...KILLED])
  await rm(dataDir, { recursive: true, force: true })
}, 300_000)
