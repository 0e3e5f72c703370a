import { createHash, randomUUID } from 'node:crypto'
import { access, constants, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { writeFileAtomically } from '../files/durable-files.ts'
import { composeMessage } from './compose-message.ts'
import type { Mail, Mailbox } from './mail.ts'

/**
 * Stores each message as an `.eml` file, which mail programs open. A message with an id is stored in one file, however often it is sent.
 */
export function openFileMail({ from, folder }: { from: () => Mailbox; folder: string }): Mail {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  // The folder is private, since only the recipients may read the messages.
  const makeFolder = () => mkdir(folder, { recursive: true, mode: 0o700 })

  return {
    kind: 'files',
    send: async (message) => {
      const { message: content } = await transport.sendMail(composeMessage(from(), message))
      await makeFolder()
      await writeFileAtomically(join(folder, nameOf(message.messageId)), content as Buffer)
    },
    rehearse: async (message) => void (await transport.sendMail(composeMessage(from(), message))),
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
