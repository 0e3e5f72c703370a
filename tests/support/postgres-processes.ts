import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isProcessAlive } from '#server/platform/embedded-postgres/run-program.ts'

/** Returns the process id of the postmaster of a data folder. */
export async function postmasterOf(dataDir: string): Promise<number> {
  return Number((await readFile(join(dataDir, 'postgres/18/postmaster.pid'), 'utf8')).split('\n')[0])
}

export async function portOf(dataDir: string): Promise<number> {
  return Number((await readFile(join(dataDir, 'postgres/18/postmaster.pid'), 'utf8')).split('\n')[3])
}

async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  return text.split(' ').filter(Boolean).map(Number)
}

/** Kills a postmaster as a crash would, and waits until its child processes have exited. */
export async function killPostgres(postmaster: number): Promise<void> {
  const children = await childrenOf(postmaster)
  process.kill(postmaster, 'SIGKILL')
  while ([postmaster, ...children].some(isProcessAlive)) await new Promise((resolve) => setTimeout(resolve, 20))
}

/** Freezes a PostgreSQL with all its processes: it doesn't respond, and its connections stay open. Returns a function that resumes it. */
export async function freezePostgres(postmaster: number): Promise<() => void> {
  // The postmaster is frozen first, because it would fork further processes.
  const frozen = [postmaster]
  process.kill(postmaster, 'SIGSTOP')
  for (const child of await childrenOf(postmaster)) {
    if (!isProcessAlive(child)) continue
    process.kill(child, 'SIGSTOP')
    frozen.push(child)
  }
  return () => {
    for (const pid of frozen.toReversed()) if (isProcessAlive(pid)) process.kill(pid, 'SIGCONT')
  }
}
