import fs, { open } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import pg from 'pg'
import type { Death } from './errand.ts'

/**
 * Counts from now on each time that this process waits for the world outside it, and kills it at the given step.
 * @returns tells how many steps there were
 */
export async function dieAtStep({ step, moment }: Death): Promise<() => number> {
  let steps = 0

  /** Begins a step; what it answers is called when the step is over. */
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
        const told = (...outcome: unknown[]) => {
          end()
          callback(...outcome)
        }
        return Reflect.apply(original, this, [...given.slice(0, -1), told])
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
  // Those who imported the functions of files by name get the counted ones too.
  syncBuiltinESMExports()
  return () => steps
}
