import { execFile } from 'node:child_process'
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const BALLAST = '.ballast'

export type SmallDisk = {
  /** Fills the disk until `leave` bytes are free. */
  fill: (leave?: number) => Promise<void>
  /** Removes the file that fills the disk. */
  clear: () => Promise<void>
  freeBytes: () => Promise<number>
  unmount: () => Promise<void>
}

/**
 * Mounts a small disk in place of a folder and copies its content; undefined if mounting is not permitted. The folder
 * must not be in use.
 */
export async function mountSmallDisk(folder: string, megabytes: number): Promise<SmallDisk | undefined> {
  await mkdir(folder, { recursive: true })
  const copy = `${folder}.before`
  await run('cp', ['-a', folder, copy])
  const mounted = await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', folder]).then(
    () => true,
    () => false,
  )
  // `cp -a` preserves the owners and permissions of the copied files.
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
      await writeFile(ballast, Buffer.alloc(Math.max(0, (await freeBytes()) - leave))).catch((error: NodeJS.ErrnoException) => {
        // ENOSPC is expected when concurrent writes of a database have filled the disk.
        if (error.code !== 'ENOSPC' || leave > 0) throw error
      })
    },
    clear: () => rm(ballast, { force: true }),
    unmount: async () => void (await run('umount', ['--lazy', folder])),
  }
}
