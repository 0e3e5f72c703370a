import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import { type Readable, Writable } from 'node:stream'
import { CommandError } from '#server/platform/problems.ts'

/** Prompts for a password without echoing the input. */
export async function askPassword(input: Readable & { isTTY?: boolean } = process.stdin): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  process.stdout.write('Password: ')
  const reader = createInterface({ input, output: silent, terminal: input.isTTY ?? false })
  // `reader.question` never settles when the input ends before its first line, so the end of the input is awaited too.
  const password = await Promise.race([reader.question(''), once(reader, 'close').then(() => undefined)])
  reader.close()
  process.stdout.write('\n')
  if (password === undefined) throw new CommandError('No password was entered.')
  return password
}
