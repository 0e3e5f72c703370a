import { randomBytes, randomUUID } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { flushToDisk } from './durable-files.ts'
import { ignoreMissing } from './ignore-missing.ts'
import { removeStaleFile } from './remove-stale-file.ts'

/** Retries are needed only while other apps create the same secret. */
const ATTEMPTS = 10

/**
 * Returns the secret in a file that only its owner can read, and creates it on first use. The file gets its name once it is complete, so
 * that several apps that start concurrently get the same secret, and a full disk or a power cut never leaves a partial one.
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
    // Unlike a rename, a link never replaces the secret that another app has just written.
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    await flushToDisk(dirname(file))
  } finally {
    await rm(draft, { force: true })
  }
}
