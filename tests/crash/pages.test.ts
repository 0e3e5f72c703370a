// @module-tag full
import { rm } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { makeDataFolder } from '#tests/support/data-folder.ts'
import { KILLED, runPageCrashes } from './page-rounds.ts'

test('whatever is killed while pages of books are made, every book opens afterwards, and nothing is half', async () => {
  const dataDir = await makeDataFolder()
  const report = await runPageCrashes(dataDir, KILLED.length)
  expect(report.map(({ killed }) => killed)).toEqual([...KILLED])
  await rm(dataDir, { recursive: true, force: true })
}, 300_000)
