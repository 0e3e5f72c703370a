import { chmod, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTempFolder } from '#tests/support/temp-folder.ts'
import { createFfmpeg } from './ffmpeg.ts'

let folder: string
beforeAll(async () => {
  folder = await makeTempFolder()
})
afterAll(() => rm(folder, { recursive: true }))

/** Runs a program that ends as ffmpeg may. */
async function runProgram(script: string): Promise<unknown> {
  const program = join(folder, 'ffmpeg.sh')
  await writeFile(program, `#!/bin/sh\n${script}\n`)
  await chmod(program, 0o755)
  return createFfmpeg(program)
    .run([], text, { workMs: 60_000, isIdle: false })
    .catch((error: unknown) => error)
}

test.each([
  ['kill -9 $$', { name: 'ProblemError', status: 503 }],
  ['echo "out.webm: No space left on device" >&2; exit 1', { name: 'ProblemError', status: 503 }],
  ['echo "in.wav: Cannot allocate memory" >&2; exit 244', { name: 'ProblemError', status: 503 }],
  ['echo "ffmpeg: error while loading shared libraries: libx.so" >&2; exit 127', { name: 'ProblemError', status: 503 }],
  ['echo "in.wav: Invalid data found when processing input" >&2; exit 1', { name: 'InvalidFileError' }],
])('ffmpeg that ends with `%s` is the fault of the file only if the machine is not', async (script, error) => {
  expect(await runProgram(script)).toMatchObject(error)
})
