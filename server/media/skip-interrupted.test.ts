import { expect, test } from 'vitest'
import { InterruptedTaskError } from './file-errors.ts'
import { skipInterrupted } from './skip-interrupted.ts'

test('an interrupted file does not keep the others waiting, and the caller learns of it at the end', async () => {
  const done: number[] = []
  const work = skipInterrupted(async (attempt) => {
    for (const file of [1, 2, 3, 4])
      await attempt(async () => {
        if (file % 2 === 0) throw new InterruptedTaskError(`file ${file}`)
        done.push(file)
      })
  })
  await expect(work).rejects.toMatchObject({ status: 503, cause: { message: 'file 2' } })
  expect(done).toEqual([1, 3])
})

test('any other error ends the work at once', async () => {
  const work = skipInterrupted(async (attempt) => {
    await attempt(() => Promise.reject(new Error('The database is down')))
    await attempt(() => Promise.reject(new Error('not reached')))
  })
  await expect(work).rejects.toThrow('The database is down')
})
