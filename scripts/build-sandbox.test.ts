// @module-tag full
import { execFile } from 'node:child_process'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runTask, sandboxPermissions, startSandbox } from '#server/media/sandbox/sandbox-process.ts'
import { builtProgram, isCurrent, type SandboxProgram, SOURCE_PROGRAM, SOURCES } from '#server/media/sandbox/sandbox-program.ts'

const LIMITS = { workMs: 10_000, residentBytes: 1e9 }
const BOOK = join(import.meta.dirname, '../demo/files/books/the-quiet-father.pdf')

/** The folder of the test's build is inside the project, so that the built process finds the libraries. */
const folder = join(import.meta.dirname, '../build/tested-sandbox')
beforeAll(async () => {
  // Runs the build, which fails when a task of any kind fails or V8 rejects its compiled code. Two builds may run at the same time.
  const build = () => promisify(execFile)('node', [join(import.meta.dirname, 'build-sandbox.ts'), folder])
  await Promise.all([build(), build()])
  expect((await readdir(join(folder, '..'))).filter((name) => /^tested-sandbox\..*new$/.test(name))).toEqual([])
})
afterAll(() => rm(folder, { recursive: true }))

test('the built sandbox process returns the same text as the sources, and has fewer read permissions and no write permission', async () => {
  const task = { kind: 'page-texts' as const, path: BOOK, pages: [1, 5] }
  const permissions = sandboxPermissions(task, undefined, builtProgram(folder))
  expect(permissions.filter((flag) => /\/(server|contracts|node_modules)$|fs-write|addons/.test(flag))).toEqual([])
  const read = async (program: SandboxProgram) => {
    const child = await startSandbox(task, { program })
    return runTask(child, task, LIMITS).finally(() => child.kill('SIGKILL'))
  }
  const result = await read(builtProgram(folder))
  expect(result).toMatchObject({ texts: [{}, { content: expect.stringMatching(/\w+ \w+/) }] })
  expect(result).toEqual(await read(SOURCE_PROGRAM))
})

test('the built sandbox process starts without its compiled code, as with another version of Node', async () => {
  const task = { kind: 'transcript' as const }
  const program = builtProgram(folder)
  const accepted = await startSandbox(task, { program, mode: 'check' })
  accepted.kill('SIGKILL')
  const code = join(folder, 'transcript.code')
  const compiled = await readFile(code)
  // The first bytes of compiled code contain V8's version.
  await writeFile(code, Buffer.concat([compiled.subarray(0, 4), Buffer.alloc(12), compiled.subarray(16)]))
  await expect(startSandbox(task, { program, mode: 'check' })).rejects.toMatchObject({
    cause: { message: expect.stringContaining('did not start') },
  })
  const child = await startSandbox(task, { program })
  child.kill('SIGKILL')
})

test('the built sandbox process is used until a source file changes', async () => {
  expect(isCurrent(folder)).toBe(true)
  const sources = JSON.parse(await readFile(join(folder, SOURCES), 'utf8')) as Record<string, string>
  for (const path of ['server/media/pdf/text-runs.ts', 'contracts/reading/book-pages.ts', 'node_modules/pdfjs-dist/package.json']) {
    expect(Object.keys(sources)).toContain(path)
    await writeFile(join(folder, SOURCES), JSON.stringify({ ...sources, [path]: 'former' }))
    expect(isCurrent(folder), path).toBe(false)
  }
  await writeFile(join(folder, SOURCES), JSON.stringify({ ...sources, 'contracts/removed.ts': 'former' }))
  expect(isCurrent(folder)).toBe(false)
})
