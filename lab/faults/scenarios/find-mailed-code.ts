import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const PATIENCE_MS = 30_000

/** Waits for the newest email to the address since the given time, in the mail folder, and returns its code. */
export async function findMailedCode(dataDir: string, { email, since }: { email: string; since: number }): Promise<string> {
  const folder = join(dataDir, 'mail')
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await delay(100)) {
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'))
    const dated = await Promise.all(names.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })))
    for (const { name } of dated.filter(({ at }) => at >= since).sort((one, other) => other.at - one.at)) {
      const text = await readFile(join(folder, name), 'utf8')
      const code = text.includes(email) && /^Subject: (\d+) is your code/m.exec(text)?.[1]
      if (code) return code
    }
  }
  throw new Error('No email with a code was sent')
}
