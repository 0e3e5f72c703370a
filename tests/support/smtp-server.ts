import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

type SentMail = { user: string | undefined; from: string; to: string[]; content: string }

export type SmtpServer = Awaited<ReturnType<typeof openSmtpServer>>

/** Opens a small local mail server that stores received emails. With `password`, the mail server requires authentication. */
export async function openSmtpServer({ password }: { password?: string } = {}) {
  const mails: SentMail[] = []
  const sockets = new Set<Socket>()
  /** Error responses by SMTP command, such as `RCPT` */
  const refusals: Record<string, string> = {}
  let silent = false
  let connections = 0

  const server = createServer((socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket))
    const say = (line: string) => silent || socket.write(`${line}\r\n`)
    let user: string | undefined
    let mail: SentMail | undefined
    let lines: string[] | undefined

    const commands: Record<string, (rest: string) => void> = {
      ehlo: () => say(password === undefined ? '250 here' : '250-here\r\n250 AUTH PLAIN'),
      auth: (rest) => {
        const [, name, given] = Buffer.from(rest.replace(/^PLAIN /, ''), 'base64')
          .toString()
          .split('\0')
        if (given !== password) return say(`535 5.7.8 wrong password ${given}`)
        user = name
        say('235 welcome')
      },
      mail: (rest) => {
        if (password !== undefined && user === undefined) return say('530 who are you?')
        mail = { user, from: addressIn(rest), to: [], content: '' }
        say('250 go on')
      },
      rcpt: (rest) => {
        mail?.to.push(addressIn(rest))
        say('250 go on')
      },
      data: () => {
        lines = []
        say('354 go on')
      },
      quit: () => say('221 bye') && socket.end(),
    }

    say('220 here')
    const input = createInterface({ input: socket, crlfDelay: 0 })
    // The handler is needed, because readline re-emits errors of the socket, such as those of a client that was killed.
    input.on('error', () => undefined)
    input.on('line', (line) => {
      if (lines && line !== '.') return lines.push(line.replace(/^\./, ''))
      if (lines && mail) {
        mails.push({ ...mail, content: lines.join('\r\n') })
        lines = undefined
        return say('250 taken')
      }
      const [, command = '', rest = ''] = /^(\w+) ?(.*)$/.exec(line) ?? []
      const refusal = refusals[command]
      return refusal ? say(refusal) : (commands[command.toLowerCase()] ?? (() => say('502 what?')))(rest)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    port: (server.address() as AddressInfo).port,
    mails,
    refusals,
    /** Number of client connections since the mail server started */
    get connections() {
      return connections
    },
    /** Stops responding to all commands. */
    fallSilent: () => {
      silent = true
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

function addressIn(text: string) {
  return /<([^>]*)>/.exec(text)?.[1] ?? ''
}
