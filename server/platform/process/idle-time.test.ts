import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { inIdleTime } from './idle-time.ts'

/**
 * Prints the scheduling policy and the niceness of each thread of the process: fields 41 and 19 of proc(5), numbered after the process
 * name.
 */
const LOOK = `
  const { readdirSync, readFileSync } = require('node:fs')
  const threads = readdirSync('/proc/self/task').map((id) => {
    const fields = readFileSync('/proc/self/task/' + id + '/stat', 'latin1').replace(/.*\\) /, '').split(' ')
    return { policy: fields[38], nice: fields[16] }
  })
  console.log(JSON.stringify(threads))`
const SCHED_IDLE = '5'

test.runIf(process.platform === 'linux')('a background command has only threads with idle scheduling or the lowest priority', async () => {
  const { stdout } = await promisify(execFile)(...(await inIdleTime(process.execPath, ['-e', LOOK])))
  const threads: { policy: string; nice: string }[] = JSON.parse(stdout)
  expect(threads.length).toBeGreaterThan(4)
  expect(threads.filter(({ policy, nice }) => policy !== SCHED_IDLE && nice !== '19')).toEqual([])
})
