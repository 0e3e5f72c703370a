import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { vi } from 'vitest'

/** Waits until the mail folder contains an email to the address whose text matches `wanted`, and returns the newest one. */
export async function newestMail(dataDir: string, to: string, wanted: RegExp): Promise<string> {
  const folder = join(dataDir, 'mail')
  async function find(): Promise<string | undefined> {
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'))
    const dated = await Promise.all(names.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })))
    for (const { name } of dated.sort((one, other) => other.at - one.at)) {
      const text = await readFile(join(folder, name), 'utf8')
      if (text.includes(to) && wanted.test(text)) return text
    }
    return undefined
  }
  return vi.waitUntil(find, { timeout: 60_000 })
}
