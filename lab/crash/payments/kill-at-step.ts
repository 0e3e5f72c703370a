import fs, { open } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import pg from 'pg'
import type { KillPoint } from './crash-task.ts'

/**
 * Counts each time that this process waits for an external operation, and kills the process at the given step.
 * @returns the number of steps so far
 */
export async function killAtStep({ step, moment }: KillPoint): Promise<() => number> {
  let steps = 0

  /** Starts a step; the returned function ends it. */
  function begin() {
    steps += 1
    const isLast = steps === step
    if (isLast && moment === 'before') process.kill(process.pid, 'SIGKILL')
    return () => {
      if (isLast) process.kill(process.pid, 'SIGKILL')
    }
  }

  function count(owner: object, name: string) {
    const original = Reflect.get(owner, name)
    Reflect.set(owner, name, function counted(this: unknown, ...given: unknown[]) {
      const end = begin()
      const callback = given.at(-1)
      if (typeof callback === 'function') {
        const done = (...outcome: unknown[]) => {
          end()
          callback(...outcome)
        }
        return Reflect.apply(original, this, [...given.slice(0, -1), done])
      }
      return (Reflect.apply(original, this, given) as Promise<unknown>).finally(end)
    })
  }

  const file = await open(import.meta.filename)
  await file.close()
  count(pg.Client.prototype, 'query')
  count(globalThis, 'fetch')
  count(Response.prototype, 'text')
  for (const name of ['mkdir', 'open', 'rename', 'rm']) count(fs, name)
  for (const name of ['writeFile', 'sync', 'close']) count(Object.getPrototypeOf(file), name)
  // Without this call, modules that imported functions of `fs` by name would not use the wrappers.
  syncBuiltinESMExports()
  return () => steps
}
