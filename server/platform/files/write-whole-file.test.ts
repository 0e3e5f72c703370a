import { execFile } from 'node:child_process'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { makeTempFolder } from '#tests/support/temp-folder.ts'
import { writeWholeFile } from './write-whole-file.ts'

const MODULE = join(import.meta.dirname, 'write-whole-file.ts')

test('a partly written file, as on a full disk, is removed', async () => {
  const folder = await makeTempFolder()
  // `ulimit -f` limits the file size, in blocks of 1024 or 512 bytes. A larger write fails with EFBIG instead of ENOSPC.
  const script = `import { writeWholeFile } from '${MODULE}'
    process.on('SIGXFSZ', () => {})
    await writeWholeFile('${join(folder, 'pack')}', new Uint8Array(100_000)).catch((error) => console.log(error.code))`
  const command = `ulimit -f 16; exec '${process.execPath}' --input-type=module --eval "$0"`
  const { stdout } = await promisify(execFile)('sh', ['-c', command, script])
  expect([stdout.trim(), await readdir(folder)]).toEqual(['EFBIG', []])
  await rm(folder, { recursive: true })
})

test('writing a new file does not change an existing file of the same name', async () => {
  const folder = await makeTempFolder()
  const path = join(folder, 'pack')
  await writeFile(path, 'first')
  await expect(writeWholeFile(path, Buffer.from('second'))).rejects.toThrow('EEXIST')
  expect(await readFile(path, 'utf8')).toBe('first')
  await rm(folder, { recursive: true })
})
