import { randomBytes, randomUUID } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { flushToDisk } from './durable-files.ts'
import { ignoreMissing } from './ignore-missing.ts'
import { removeStaleFile } from './remove-stale-file.ts'

/** Maximum number of attempts. Retries are needed only while other instances create the same secret. */
const ATTEMPTS = 10

/**
 * Returns the secret stored in a file that only its owner can read, and creates the file on first use. The file gets its name once it is
 * complete. Concurrently starting instances therefore get the same secret, and a full disk or a power cut never leaves a partial secret.
 */
export async function readOrCreateSecret(file: string): Promise<string> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const secret = (await readFile(file, 'utf8').catch(ignoreMissing))?.trim()
    if (secret) return secret
    removeStaleFile(file, (content) => content.trim() === '')
    await writeSecret(file)
  }
  throw new Error(`No secret could be created at ${file}`)
}

async function writeSecret(file: string) {
  const draft = `${file}.${randomUUID()}`
  try {
    await writeFile(draft, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600, flush: true })
    // The draft is hard-linked to its final name rather than renamed, since a rename could replace a secret that another instance has just
    // written.
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    await flushToDisk(dirname(file))
  } finally {
    await rm(draft, { force: true })
  }
}
