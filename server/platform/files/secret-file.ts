import { randomBytes, randomUUID } from 'node:crypto'
import { link, open, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { removeStaleFile } from './remove-stale-file.ts'

/**
 * The secret that is kept in a file, readable by its owner alone; made on first use. It gets its name when it is whole, so
 * that of several apps which start at once all have the same one, and a full disk or a power cut leaves none rather than half.
 */
export async function readOrCreateSecret(file: string): Promise<string> {
  for (;;) {
    const secret = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
    if (secret?.trim()) return secret.trim()
    removeStaleFile(file, (content) => content.trim() === '')
    await writeSecret(file)
  }
}

async function writeSecret(file: string) {
  const draft = `${file}.${randomUUID()}`
  try {
    const handle = await open(draft, 'wx', 0o600)
    try {
      await handle.writeFile(randomBytes(32).toString('base64url'))
      await handle.sync()
    } finally {
      await handle.close()
    }
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    await syncFolder(dirname(file))
  } finally {
    await rm(draft, { force: true })
  }
}

async function syncFolder(folder: string) {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
