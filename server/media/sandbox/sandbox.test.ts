import { expect, test, vi } from 'vitest'
import { InterruptedTaskError, InvalidFileError } from '#server/media/file-errors.ts'
import { runSandboxTask, SANDBOX_PROCESSES, sandboxLimits } from './sandbox.ts'
import { runInSandbox } from './sandbox-process.ts'

vi.mock(import('./sandbox-process.ts'), async (original) => ({ ...(await original()), runInSandbox: vi.fn() }))
const run = vi.mocked(runInSandbox)

const task = { kind: 'pdf', path: '/book.pdf' } as const
const report = { kind: 'pdf', pageCount: 3, listedPages: 3, missingPages: 0, encrypted: false } as const

const GB = 1024 ** 3

test('an interrupted task is run again', async () => {
  run.mockReset().mockRejectedValueOnce(new InterruptedTaskError('killed')).mockResolvedValue(report)
  expect(await runSandboxTask(task)).toEqual(report)
})

test('a task that is interrupted twice causes a 503 response, not an error about the file', async () => {
  run.mockReset().mockRejectedValue(new InterruptedTaskError('killed'))
  await expect(runSandboxTask(task)).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '30' } })
  expect(run).toHaveBeenCalledTimes(2)
})

test('a file that the sandbox process rejects is not retried', async () => {
  run.mockReset().mockRejectedValue(new InvalidFileError('It is damaged.'))
  await expect(runSandboxTask(task)).rejects.toThrow(InvalidFileError)
  expect(run).toHaveBeenCalledTimes(1)
})

test.runIf(SANDBOX_PROCESSES > 1)('slow files leave one sandbox process free for other files', async () => {
  const ends: (() => void)[] = []
  run.mockReset().mockImplementation(async ({ kind }) => {
    if (kind === 'pdf') return report
    await new Promise<void>((resolve) => ends.push(resolve))
    return { kind: 'preview', pageCount: 3 }
  })
  const long = [1, 2, 3].map(() => runSandboxTask({ kind: 'preview', path: '/book.pdf', target: '/preview.pdf' }, { workMs: 20_000 }))
  expect(await runSandboxTask(task)).toEqual(report)
  for (let ended = 0; ended < long.length; ended++) {
    await vi.waitFor(() => expect(ends).toHaveLength(ended + 1), { timeout: 60_000 })
    ends[ended]?.()
  }
  expect(await Promise.all(long)).toHaveLength(3)
})

test.each([
  [1, { processes: 1, residentBytes: 0.5 * GB }],
  [2, { processes: 1, residentBytes: GB }],
  [4, { processes: 1, residentBytes: 1.5 * GB }],
  [8, { processes: 2, residentBytes: 1.5 * GB }],
  [64, { processes: 2, residentBytes: 1.5 * GB }],
])('on a machine with %d GB of memory, sandbox processes use at most half of the memory', (gigabytes, limits) => {
  expect(sandboxLimits(gigabytes * GB)).toEqual(limits)
})
