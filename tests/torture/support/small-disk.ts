import { execFile } from 'node:child_process'
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const BALLAST = '.ballast'

export type SmallDisk = {
  /** Leaves so many bytes free. */
  fill: (leave?: number) => Promise<void>
  /** Makes room again. */
  clear: () => Promise<void>
  freeBytes: () => Promise<number>
  unmount: () => Promise<void>
}

/** A disk of its own in place of a folder, with what is in that; undefined where mounting is not permitted. Not while it is written to. */
export async function mountSmallDisk(folder: string, megabytes: number): Promise<SmallDisk | undefined> {
  await mkdir(folder, { recursive: true })
  const copy = `${folder}.before`
  await run('cp', ['-a', folder, copy])
  const mounted = await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', folder]).then(
    () => true,
    () => false,
  )
  // With its owner and its permissions.
  if (mounted) await run('cp', ['-a', `${copy}/.`, folder])
  await rm(copy, { recursive: true })
  if (!mounted) return undefined
  const ballast = join(folder, BALLAST)
  const freeBytes = async () => {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  }
  return {
    freeBytes,
    fill: async (leave = 0) => {
      await rm(ballast, { force: true })
      await writeFile(ballast, Buffer.alloc(Math.max(0, (await freeBytes()) - leave)))
    },
    clear: () => rm(ballast, { force: true }),
    unmount: async () => void (await run('umount', ['--lazy', folder])),
  }
}
