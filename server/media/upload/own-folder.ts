import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Creates a folder for the files of one request, since processing writes new files next to the uploaded files. Returns the folder and a
 * function that removes it.
 */
export async function makeOwnFolder(parent: string): Promise<{ folder: string; discard: () => Promise<void> }> {
  const folder = join(parent, randomUUID())
  await mkdir(folder, { recursive: true })
  return { folder, discard: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }) }
}

/** Runs `work` with a new folder, which is removed afterwards. */
export async function withOwnFolder<Result>(parent: string, work: (folder: string) => Promise<Result>): Promise<Result> {
  const { folder, discard } = await makeOwnFolder(parent)
  try {
    return await work(folder)
  } finally {
    await discard()
  }
}
