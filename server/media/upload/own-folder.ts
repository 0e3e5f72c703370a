import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Creates a folder for the files of one request, since processing writes its files beside them. Returns it with its removal. */
export async function makeOwnFolder(parent: string): Promise<{ folder: string; discard: () => Promise<void> }> {
  const folder = join(parent, randomUUID())
  await mkdir(folder, { recursive: true })
  return { folder, discard: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }) }
}

/** Does the work with such a folder and removes the folder. */
export async function withOwnFolder<Result>(parent: string, work: (folder: string) => Promise<Result>): Promise<Result> {
  const { folder, discard } = await makeOwnFolder(parent)
  try {
    return await work(folder)
  } finally {
    await discard()
  }
}
