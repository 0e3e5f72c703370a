import { createHash, randomUUID } from 'node:crypto'
import { access, constants, mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { composeMessage } from './compose-message.ts'
import type { Mail } from './mail.ts'
import type { Mailbox } from './mailbox.ts'

/** Keeps each message as a whole `.eml` file, which mail programs open. One that has an id is one file, however often it is sent. */
export function openFileMail({ from, folder }: { from: Mailbox; folder: string }): Mail {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  // Messages hold what only their readers may know.
  const makeFolder = () => mkdir(folder, { recursive: true, mode: 0o700 })

  return {
    kind: 'files',
    send: async (message) => {
      const { message: content } = await transport.sendMail(composeMessage(from, message))
      await makeFolder()
      await writeWhole(join(folder, nameOf(message.messageId)), content as Buffer)
    },
    check: async () => {
      await makeFolder()
      await access(folder, constants.W_OK)
    },
  }
}

function nameOf(messageId: string | undefined) {
  if (!messageId) return `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID()}.eml`
  const plain = messageId.slice(1, -1)
  return `${plain.length <= 100 && /^\w/.test(plain) ? plain : createHash('sha256').update(plain).digest('hex')}.eml`
}

/** The file gets its name when it is whole. */
async function writeWhole(file: string, content: Buffer) {
  const draft = `${file}.${randomUUID()}`
  try {
    const handle = await open(draft, 'wx', 0o600)
    try {
      await handle.writeFile(content)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(draft, file)
  } finally {
    await rm(draft, { force: true })
  }
}
