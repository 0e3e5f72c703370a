import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** Prompts for a password without echoing the input. */
export async function askPassword(): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  process.stdout.write('Password: ')
  const reader = createInterface({ input: process.stdin, output: silent, terminal: process.stdin.isTTY })
  const password = await reader.question('')
  reader.close()
  process.stdout.write('\n')
  return password
}
