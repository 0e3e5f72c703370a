import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const SERVER = join(import.meta.dirname, '..')
/** Matches loops whose head has no end condition: `for (;;)`, `while (true)`, `for (let attempt = 1; ; attempt++)`. */
const ENDLESS = /\bfor \([^;)]*;\s*;|\bwhile \((?:true|1)\)/

/** Files with loops that have no end condition in the head, and the condition that ends each loop. */
const ENDED_INSIDE: Record<string, string> = {
  'platform/database/database.ts': 'the fifth attempt throws',
  'media/pdf/content-stream.ts': 'the last byte',
  'media/audio/read-ogg.ts': 'the last byte',
  'media/store/s3-client.ts': 'the last attempt throws',
  'media/watch-process.ts': 'the limits of the watched process, or the signal of its end',
  'platform/lists/read-list.ts': 'the last row of a cursor',
  'media/upload/upload-locks.ts': 'a deadline',
  'media/upload/upload-parts.ts': 'the part that reaches furthest',
}

test('every loop of the server has an end condition in its head or is listed with the condition that ends it', () => {
  const endless = globSync('**/*.ts', { cwd: SERVER })
    .filter((file) => !file.endsWith('.test.ts') && ENDLESS.test(readFileSync(join(SERVER, file), 'utf8')))
    .filter((file) => !(file in ENDED_INSIDE))
  expect(endless).toEqual([])
})
