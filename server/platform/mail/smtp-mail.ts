import { createTransport, type NodemailerError } from 'nodemailer'
import { composeMessage } from './compose-message.ts'
import type { Mail, Mailbox } from './mail.ts'

/** Time limits for each response from the mail server, and for a whole message, in ms. */
const RESPONSE_MS = 10_000
const MESSAGE_MS = 60_000
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** Explanations of nodemailer's error codes. The server's own message is not reported, since it can contain the recipient's address. */
const REASONS: Record<string, string> = {
  EAUTH: 'refused the user name or password',
  EENVELOPE: 'refused the sender or the recipient',
  EMESSAGE: 'refused the message',
  ETLS: 'offers no secure connection',
  EDNS: 'has a host name that can’t be resolved',
  ESOCKET: 'can’t be reached',
  ECONNECTION: 'can’t be reached',
  ETIMEDOUT: 'did not respond in time',
  EABORT: 'did not respond in time',
}

/**
 * Opens mail over SMTP: `smtps://` uses TLS, `smtp://` uses STARTTLS if the server offers it. A password is only sent over TLS or to the
 * local machine.
 */
export function openSmtpMail(options: { smtpUrl: string; from: () => Mailbox; responseMs?: number }): Mail {
  const { smtpUrl, from, responseMs = RESPONSE_MS } = options
  const { protocol, hostname, port, host, username, password } = new URL(smtpUrl)
  const transport = createTransport({
    secure: protocol === 'smtps:',
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    ...(port && { port: Number(port) }),
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    requireTLS: username !== '' && !LOOPBACK.includes(hostname),
    connectionTimeout: responseMs,
    greetingTimeout: responseMs,
    dnsTimeout: responseMs,
    socketTimeout: 2 * responseMs,
  })

  /** Composes messages without sending them. */
  const composer = createTransport({ streamTransport: true, buffer: true })

  async function withReason(work: Promise<unknown>) {
    try {
      await work
    } catch (error) {
      // The cause of the error is omitted, since it contains the SMTP conversation.
      throw new Error(`The mail server ${host} ${reasonOf(error as NodemailerError)}`)
    }
  }

  return {
    kind: 'smtp',
    send: async (message) => {
      const composed = composeMessage(from(), message)
      await withReason(transport.sendMail({ ...composed, signal: AbortSignal.timeout(MESSAGE_MS) }))
    },
    // The dry run also connects and authenticates, which takes most of the time of sending.
    rehearse: async (message) => {
      await composer.sendMail(composeMessage(from(), message))
      await withReason(transport.verify())
    },
    check: () => withReason(transport.verify()),
  }
}

function reasonOf({ code = '', originalCode, responseCode }: NodemailerError) {
  const details = [code, originalCode, responseCode].filter(Boolean).join(' ')
  return `${REASONS[code] ?? 'did not accept the message'}${details && ` (${details})`}`
}
