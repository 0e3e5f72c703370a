import { createTransport, type NodemailerError } from 'nodemailer'
import { composeMessage } from './compose-message.ts'
import type { Mail } from './mail.ts'
import type { Mailbox } from './mailbox.ts'

/** How long a mail server may take to answer at all, and for a whole message. */
const ANSWER_MS = 10_000
const MESSAGE_MS = 60_000
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** What the library's codes mean. The mail server's own words are left out: they can hold the recipient's address. */
const REASONS: Record<string, string> = {
  EAUTH: 'refused the user name or password',
  EENVELOPE: 'refused the sender or the recipient',
  EMESSAGE: 'refused the message',
  ETLS: 'offers no connection that is safe',
  EDNS: 'has a name that can’t be found',
  ESOCKET: 'can’t be reached',
  ECONNECTION: 'can’t be reached',
  ETIMEDOUT: 'did not answer in time',
  EABORT: 'did not answer in time',
}

/** Sends over SMTP: `smtps://` with TLS from the start, `smtp://` with STARTTLS where it is offered. A password only goes out over TLS. */
export function openSmtpMail({ smtpUrl, from, answerMs = ANSWER_MS }: { smtpUrl: string; from: Mailbox; answerMs?: number }): Mail {
  const { protocol, hostname, port, host, username, password } = new URL(smtpUrl)
  const transport = createTransport({
    secure: protocol === 'smtps:',
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    ...(port && { port: Number(port) }),
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    requireTLS: username !== '' && !LOOPBACK.includes(hostname),
    connectionTimeout: answerMs,
    greetingTimeout: answerMs,
    dnsTimeout: answerMs,
    socketTimeout: 2 * answerMs,
  })

  async function orSay(work: Promise<unknown>) {
    try {
      await work
    } catch (error) {
      // Without its cause, which holds the conversation with the mail server.
      throw new Error(`The mail server ${host} ${reasonOf(error as NodemailerError)}`)
    }
  }

  return {
    kind: 'smtp',
    send: async (message) => {
      const composed = composeMessage(from, message)
      await orSay(transport.sendMail({ ...composed, signal: AbortSignal.timeout(MESSAGE_MS) }))
    },
    check: () => orSay(transport.verify()),
  }
}

function reasonOf({ code = '', originalCode, responseCode }: NodemailerError) {
  const details = [code, originalCode, responseCode].filter(Boolean).join(' ')
  return `${REASONS[code] ?? 'did not take the message'}${details && ` (${details})`}`
}
